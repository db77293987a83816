/** The data of a Bitcoin block that the fork monitor needs, and their decoding. */
import {
  type DisplayHash,
  decodeBitcoinHeader,
  decodeBlockStart,
  encodeBitcoinTransaction,
  hashBitcoinHeader,
  toDisplay,
} from "@tandem/bitcoin";
import { type ForkTag, readForkTag } from "../merged-mining/tag.js";

export interface ObservedBlock {
  /**
   * The height in Bitcoin's chain. A block at a height that was added before replaces it and all
   * above it.
   */
  readonly height: number;
  readonly tag: ForkTag | undefined;
  readonly hash?: DisplayHash;
  /** Unix seconds of its header. */
  readonly time?: number;
}

/** A block decoded from its bytes, which contain everything but its height. */
export interface ReadBlock extends ObservedBlock {
  readonly hash: DisplayHash;
  readonly previousHash: DisplayHash;
  readonly time: number;
}

/**
 * Decodes a block. @param bytes the whole block, or at least its beginning up to the end of the
 * coinbase.
 * @throws {Error} when they do not begin with a header and a coinbase.
 */
export function readObservedBlock(height: number, bytes: Uint8Array): ReadBlock {
  const { header, coinbase } = decodeBlockStart(bytes);
  const { previousHash, time } = decodeBitcoinHeader(header);
  return {
    height,
    tag: readForkTag(encodeBitcoinTransaction(coinbase)),
    hash: toDisplay(hashBitcoinHeader(header)),
    previousHash: toDisplay(previousHash),
    time,
  };
}
