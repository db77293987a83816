/** What the fork monitor must know of our main chain, and how headers say it. */
import { encodeHeaderForWork, type Header, keccak256 } from "@tandem/primitives";
import { vectorByteOf } from "../merged-mining/fork-detection.js";

export interface MainChainBlock {
  /** 20 bytes: how its hash for merged mining begins. */
  readonly prefix: Uint8Array;
  /**
   * The byte by which later tags commit to it: the first byte of its Bitcoin hash in internal
   * order.
   */
  readonly vectorByte: number;
}

export interface MainChain {
  headHeight(): number;
  /**
   * Returns the block at a height; undefined above the head, and where so old a block is not known.
   */
  block(height: number): MainChainBlock | undefined;
}

const prefixBytes = 20;

/** @param hash for merged mining, with fork-detection data or without. */
export const mainChainBlock = (
  hash: Uint8Array,
  header: Pick<Header, "bitcoinMergedMiningHeader">,
): MainChainBlock => ({
  prefix: hash.subarray(0, prefixBytes),
  vectorByte: vectorByteOf(header),
});

export const mainChainBlockOf = (header: Header): MainChainBlock =>
  mainChainBlock(keccak256(encodeHeaderForWork(header)), header);

/** @param source the main chain's headers; the same object each time spares hashing it again. */
export function mainChainOfHeaders(source: {
  headHeight(): number;
  header(height: number): Header | undefined;
}): MainChain {
  const known = new WeakMap<Header, MainChainBlock>();
  return {
    headHeight: () => source.headHeight(),
    block(height) {
      const header = source.header(height);
      if (header === undefined) return undefined;
      const block = known.get(header) ?? mainChainBlockOf(header);
      known.set(header, block);
      return block;
    },
  };
}
