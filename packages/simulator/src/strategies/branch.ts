/** A branch that its miner need not show, on either chain, and what decides over it. */

export interface SecretBranch {
  /** Height of the miner's own head, hidden or not. */
  readonly ownHeight: number;
  /** Height of the head its node has from others, and from what it published itself. */
  readonly publicHeight: number;
  /** True when the own head would take the public one's place everywhere. */
  readonly isAhead: boolean;
  /** Publishes the hidden blocks up to this height. */
  publish(upToHeight: number): void;
  /** Gives the hidden blocks up and mines on the public head. */
  adopt(): void;
}

/** Told what happened; answers by what it calls on the branch. */
export interface Strategy {
  /** The pool found a block on its own head; it is hidden. */
  found(branch: SecretBranch): void;
  /** Is called when a block of another pool became the public head. */
  moved(branch: SecretBranch): void;
}
