/** The 2048-bit log bloom of the yellow paper: three 11-bit positions of keccak-256 a value. */
import { keccak256 } from "./hash.js";
import type { Log } from "./log.js";

export const bloomLength = 256;

/** Of no logs. */
export const emptyBloom: Uint8Array = new Uint8Array(bloomLength);

function bitsOf(value: Uint8Array): readonly [number, number, number] {
  const h = keccak256(value);
  const at = (i: number) => (((h[i] as number) << 8) | (h[i + 1] as number)) & 2047;
  return [at(0), at(2), at(4)];
}

export function addToBloom(bloom: Uint8Array, value: Uint8Array): void {
  for (const bit of bitsOf(value)) {
    const index = bloomLength - 1 - (bit >> 3);
    bloom[index] = (bloom[index] as number) | (1 << (bit & 7));
  }
}

/** False only when `value` is certainly absent. */
export function mayContain(bloom: Uint8Array, value: Uint8Array): boolean {
  return bitsOf(value).every(
    (bit) => ((bloom[bloomLength - 1 - (bit >> 3)] as number) & (1 << (bit & 7))) !== 0,
  );
}

/** Bloom of the addresses and topics of `logs`: 256 bytes. */
export function bloomOf(logs: readonly Log[]): Uint8Array {
  const bloom = new Uint8Array(bloomLength);
  for (const log of logs) {
    addToBloom(bloom, log.address);
    for (const topic of log.topics) addToBloom(bloom, topic);
  }
  return bloom;
}

/** Bitwise or, in place. */
export function mergeBloom(into: Uint8Array, from: Uint8Array): void {
  for (let i = 0; i < bloomLength; i++) into[i] = (into[i] as number) | (from[i] as number);
}
