/** Defines the limits of the watch over Bitcoin's blocks, with their reasons. */
import { bitcoinBlocksKept } from "@tandem/consensus";

export interface ForkWatchLimits {
  /** The number of Bitcoin blocks that are read at the start: a day. */
  readonly blocksAtStart: number;
  /** The number of Bitcoin blocks that are kept, at most what a monitor keeps. */
  readonly blocksMax: number;
  /** Milliseconds between two looks at the Bitcoin node: it has a block in ten minutes. */
  readonly intervalMs: number;
  /** The number of blocks of this chain whose tags are kept: every tag needs seven, 64 heights apart. */
  readonly mainBlocksMax: number;
}

export const forkWatchLimits: ForkWatchLimits = {
  blocksAtStart: 144,
  blocksMax: bitcoinBlocksKept,
  intervalMs: 10_000,
  mainBlocksMax: 8192,
};
