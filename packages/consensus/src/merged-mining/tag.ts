/** Decodes the last tag in the coinbase of a Bitcoin block (RSKIP-110). */
import { taggedHash, tagHashBytes } from "./coinbase.js";
import { vectorLength } from "./fork-detection.js";
import { prefixBytes } from "./work-hash.js";

/** The fields of the 32 bytes after a tag's nine letters. */
export interface ForkTag {
  /** The first 20 bytes of the mined block's hash for merged mining. */
  readonly prefix: Uint8Array;
  /** 7 bytes that commit to ancestors 64 blocks apart, the newest first. */
  readonly vector: Uint8Array;
  /** The number of uncles in the 32 blocks before it, at most 255. */
  readonly uncles: number;
  /**
   * The height of the mined block. Below 449 tags have no such data, and these fields are
   * meaningless.
   */
  readonly height: number;
}

const unclesOffset = prefixBytes + vectorLength;
const heightOffset = unclesOffset + 1;

/**
 * Decodes a tag. @param hash the bytes after the tag's letters. @throws {RangeError} unless it is
 * 32 bytes.
 */
export function decodeForkTag(hash: Uint8Array): ForkTag {
  if (hash.length !== tagHashBytes) throw new RangeError(`a tag has ${tagHashBytes} bytes`);
  return {
    prefix: hash.subarray(0, prefixBytes),
    vector: hash.subarray(prefixBytes, unclesOffset),
    uncles: hash[unclesOffset] as number,
    height: new DataView(hash.buffer, hash.byteOffset).getUint32(heightOffset),
  };
}

/**
 * Returns the last tag of a coinbase, or of its last bytes; undefined without a tag.
 * @param coinbase the transaction in its form without witnesses, or its last bytes.
 */
export function readForkTag(coinbase: Uint8Array): ForkTag | undefined {
  const hash = taggedHash(coinbase);
  return hash && decodeForkTag(hash);
}
