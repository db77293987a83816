/**
 * Declares what each pool's node knows of Bitcoin: the branch that it follows, and how blocks reach
 * it.
 */
import type { ReorgCount } from "../measure/reorgs.js";

export interface BitcoinViews {
  /**
   * Returns the tip of the pool's node: the block with the most work, and of equals the first seen.
   */
  tip(pool: number): number;
  /**
   * Returns the tip of a selfish pool's branch of equal work, published in response; `genesisId` if
   * there is none.
   */
  rival(pool: number): number;
  /** Returns the tip of a node that does not mine. */
  observerTip(): number;
  /** Publishes a block that the pool found. */
  publish(id: number, pool: number, now: number): void;
  /** Calls `visit` with every block that a node builds on, may build on, or has yet to receive. */
  eachTip(visit: (id: number) => void): void;
  readonly observerReorgs: ReorgCount;
  readonly poolReorgs: ReorgCount;
}

/** Is called when a pool's node follows another block, which that pool did not find. */
export type TipMoved = (pool: number, id: number, now: number) => void;
