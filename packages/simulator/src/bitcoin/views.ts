/** What each pool's node knows of Bitcoin: the branch it follows, and how a block gets there. */
import type { ReorgCount } from "../measure/reorgs.js";

export interface BitcoinViews {
  /** Returns the tip of the pool's node: the block with most work, of equals the first seen. */
  tip(pool: number): number;
  /** A selfish pool's branch of the same work, shown in answer; `genesisId` when there is none. */
  rival(pool: number): number;
  /** Returns the tip of a node that does not mine. */
  observerTip(): number;
  /** The pool's block begins to spread. */
  publish(id: number, pool: number, now: number): void;
  /** Calls with every block that some branch ends at. */
  eachTip(visit: (id: number) => void): void;
  readonly observerReorgs: ReorgCount;
  readonly poolReorgs: ReorgCount;
}

/** Called when a pool's node has begun to follow another block, which that pool did not find. */
export type TipMoved = (pool: number, id: number, now: number) => void;
