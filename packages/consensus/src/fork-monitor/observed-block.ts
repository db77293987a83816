/** A Bitcoin block as the fork monitor takes it, and how the bytes of one say it. */
import {
  type DisplayHash,
  decodeBitcoinHeader,
  decodeBlockStart,
  encodeBitcoinTransaction,
  hashBitcoinHeader,
  toDisplay,
} from "@tandem/bitcoin";
import { type ForkTag, readForkTag } from "./tag.js";

export interface ObservedBlock {
  /** The height in Bitcoin's chain. A height that was added before replaces it and all above it. */
  readonly height: number;
  readonly tag: ForkTag | undefined;
  readonly hash?: DisplayHash;
  /** Unix seconds, as its header says. */
  readonly time?: number;
}

/** A block decoded from its bytes, which contain all but its height. */
export interface ReadBlock extends ObservedBlock {
  readonly hash: DisplayHash;
  readonly previousHash: DisplayHash;
  readonly time: number;
}

/**
 * @param bytes the whole block, or at least its beginning up to the end of the coinbase.
 * @throws {Error} when they do not begin as a block does.
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
