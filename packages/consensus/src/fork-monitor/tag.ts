/** What a Bitcoin block says of our chain: the last tag in its coinbase, taken apart (RSKIP-110). */
import { taggedHash } from "../merged-mining/coinbase.js";
import { vectorLength } from "../merged-mining/fork-detection.js";

/** The 32 bytes after a tag's nine letters. */
export interface ForkTag {
  /** 20 bytes: how the hash for merged mining of the block being mined begins. */
  readonly prefix: Uint8Array;
  /** 7 bytes that commit to ancestors 64 blocks apart, the newest first. */
  readonly vector: Uint8Array;
  /** Uncles of the 32 blocks before it, at most 255. */
  readonly uncles: number;
  /**
   * The height of the block being mined. Below 449 tags carry no such data, and these fields are
   * noise.
   */
  readonly height: number;
}

const tagBytes = 32;
const vectorOffset = 20;
const unclesOffset = vectorOffset + vectorLength;
const heightOffset = unclesOffset + 1;

/** @param hash as it stands after the tag's letters. @throws {RangeError} unless it is 32 bytes. */
export function decodeForkTag(hash: Uint8Array): ForkTag {
  if (hash.length !== tagBytes) throw new RangeError(`a tag has ${tagBytes} bytes`);
  return {
    prefix: hash.subarray(0, vectorOffset),
    vector: hash.subarray(vectorOffset, unclesOffset),
    uncles: hash[unclesOffset] as number,
    height: new DataView(hash.buffer, hash.byteOffset).getUint32(heightOffset),
  };
}

/**
 * Returns the last tag of a coinbase, or of the end of one; undefined without a tag.
 * @param coinbase the transaction in its form without witnesses, or its last bytes.
 */
export function readForkTag(coinbase: Uint8Array): ForkTag | undefined {
  const hash = taggedHash(coinbase);
  return hash && decodeForkTag(hash);
}
