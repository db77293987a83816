/** Defines the limits of the fork monitor, with their reasons. */
import { bitcoinBlocksKept } from "@tandem/consensus";

export interface ForkWatchLimits {
  /** The number of Bitcoin blocks that are read at the start: a day. */
  readonly blocksAtStart: number;
  /** The number of Bitcoin blocks that are kept, at most what a monitor keeps. */
  readonly blocksMax: number;
  /** Milliseconds between two polls of the Bitcoin node, which has a block in ten minutes. */
  readonly intervalMs: number;
  /** The number of cached blocks of this chain: locating a tag requires seven, 64 heights apart. */
  readonly mainBlocksMax: number;
}

export const forkWatchLimits: ForkWatchLimits = {
  blocksAtStart: 144,
  blocksMax: bitcoinBlocksKept,
  intervalMs: 10_000,
  mainBlocksMax: 8192,
};
