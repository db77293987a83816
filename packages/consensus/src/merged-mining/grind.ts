/**
 * Searches for a nonce. The first 64 of a header's 80 bytes never change, so they are hashed once;
 * each attempt then takes two compressions instead of three. The search yields to the event loop
 * between slices.
 */

import { setImmediate as nextSlice } from "node:timers/promises";
import {
  compress,
  hashBitcoinHeader,
  hashToInteger,
  initialWords,
  readWords,
} from "@tandem/bitcoin";

/** Attempts per slice: a few milliseconds. */
const sliceTries = 4096;

const nonceOffset = 76;
const nonceCount = 2 ** 32;

const swapBytes = (word: number) =>
  ((word >>> 24) | ((word >>> 8) & 0xff00) | ((word << 8) & 0xff0000) | (word << 24)) >>> 0;

/** Returns a padded message of the given words: SHA-256's closing block. */
function closingBlock(words: number, messageBytes: number): Int32Array {
  const block = new Int32Array(16);
  block[words] = 0x80000000;
  block[15] = messageBytes * 8;
  return block;
}

/** Creates a function that tries nonces on a header whose other 76 bytes are fixed. */
function createTrier(header: Uint8Array): (nonce: number) => number {
  const start = Int32Array.from(initialWords);
  const first = new Int32Array(16);
  readWords(header, 0, first);
  compress(start, first);

  const second = closingBlock(4, header.length);
  readWords(header.subarray(64, nonceOffset), 0, second.subarray(0, 3));
  const third = closingBlock(8, 32);
  const inner = third.subarray(0, 8);
  const state = new Int32Array(8);

  return (nonce) => {
    second[3] = swapBytes(nonce);
    inner.set(start);
    compress(inner, second);
    state.set(initialWords);
    compress(state, third);
    // The last word, byte-swapped, contains the top 32 bits of the number that must meet the
    // target.
    return swapBytes(state[7] as number);
  };
}

function withNonce(header: Uint8Array, nonce: number): Uint8Array {
  const out = new Uint8Array(header);
  new DataView(out.buffer).setUint32(nonceOffset, nonce, true);
  return out;
}

/**
 * Searches from nonce zero for a header whose hash meets the target; undefined if none of the 2^32
 * does.
 * @param search.header 80 bytes; its own nonce is ignored.
 * @throws the signal's reason, once it is aborted.
 */
export async function grind(search: {
  readonly header: Uint8Array;
  readonly target: bigint;
  readonly signal: AbortSignal;
}): Promise<Uint8Array | undefined> {
  const topBits = Number(search.target >> 224n);
  const tryNonce = createTrier(search.header);
  for (let from = 0; from < nonceCount; from += sliceTries) {
    search.signal.throwIfAborted();
    for (let nonce = from; nonce < from + sliceTries; nonce++) {
      if (tryNonce(nonce) > topBits) continue;
      const header = withNonce(search.header, nonce);
      if (hashToInteger(hashBitcoinHeader(header)) <= search.target) return header;
    }
    await nextSlice();
  }
  return undefined;
}
