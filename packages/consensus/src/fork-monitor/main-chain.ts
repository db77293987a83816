/** The data of the main chain that the fork monitor needs, and their computation from headers. */
import type { Header } from "@tandem/primitives";
import { vectorByteOf } from "../merged-mining/fork-detection.js";
import { baseHash, prefixBytes } from "../merged-mining/work-hash.js";

export interface MainChainBlock {
  /** The first 20 bytes of its hash for merged mining. */
  readonly prefix: Uint8Array;
  /**
   * The byte with which later tags commit to it: the first byte of its Bitcoin hash in internal
   * order.
   */
  readonly vectorByte: number;
}

export interface MainChain {
  headHeight(): number;
  /** Returns the block at a height; undefined above the head, or if the block is not known. */
  block(height: number): MainChainBlock | undefined;
}

/**
 * Returns the data of a block. @param hash for merged mining, with or without fork-detection data.
 */
export const mainChainBlock = (
  hash: Uint8Array,
  header: Pick<Header, "bitcoinMergedMiningHeader">,
): MainChainBlock => ({
  prefix: hash.subarray(0, prefixBytes),
  vectorByte: vectorByteOf(header),
});

export const mainChainBlockOf = (header: Header): MainChainBlock =>
  mainChainBlock(baseHash(header), header);
