/**
 * Declares a branch of either chain that its miner can hide, and the strategies that decide on it.
 */

export interface SecretBranch {
  /** The height of the miner's own head, hidden or not. */
  readonly ownHeight: number;
  /** The height of the best published head that its node knows. */
  readonly publicHeight: number;
  /** True if every node would prefer the own head to the public one. */
  readonly isAhead: boolean;
  /** Publishes the hidden blocks up to this height. */
  publish(upToHeight: number): void;
  /** Drops the hidden blocks and mines on the public head. */
  adopt(): void;
}

/** A strategy, which is notified of blocks and responds by calls on the branch. */
export interface Strategy {
  /** Is called once, before the pool has a block. */
  begin?(branch: SecretBranch): void;
  /** Is called when the pool found a block on its own head; it is hidden. */
  found(branch: SecretBranch): void;
  /** Is called when a block of another pool became the public head. */
  moved(branch: SecretBranch): void;
}
