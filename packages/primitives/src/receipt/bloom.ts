/** The 2048-bit log bloom of the yellow paper: three 11-bit positions of keccak-256 per value. */

import { isEqual } from "../bytes/bytes.js";
import { rememberedKeccak256 } from "../bytes/remembered-hash.js";
import { type Log, logsBeforeYield } from "./log.js";

const bloomLength = 256;

/** The bloom without logs. */
export const emptyBloom: Uint8Array = new Uint8Array(bloomLength);

/** Returns bit `i` of three (yellow paper, section 4.3.1), counted from the end. */
const bitOf = (hash: Uint8Array, i: number): number =>
  (((hash[2 * i] as number) << 8) | (hash[2 * i + 1] as number)) & 2047;

/** Adds an address or a topic. */
export function addToBloom(bloom: Uint8Array, value: Uint8Array): void {
  const hash = rememberedKeccak256(value);
  for (let i = 0; i < 3; i++) {
    const bit = bitOf(hash, i);
    const index = bloomLength - 1 - (bit >> 3);
    bloom[index] = (bloom[index] as number) | (1 << (bit & 7));
  }
}

/** Returns whether the bloom may contain `value`; false is certain. */
export function mayContain(bloom: Uint8Array, value: Uint8Array): boolean {
  const hash = rememberedKeccak256(value);
  const isSet = (bit: number) =>
    ((bloom[bloomLength - 1 - (bit >> 3)] as number) & (1 << (bit & 7))) !== 0;
  return [0, 1, 2].every((i) => isSet(bitOf(hash, i)));
}

/** Adds the addresses and topics of `logs`; what the log before had at the same place is in it. */
export function addLogsToBloom(bloom: Uint8Array, logs: readonly Log[]): void {
  let before: Log | undefined;
  for (const log of logs) {
    if (before === undefined || !isEqual(before.address, log.address)) {
      addToBloom(bloom, log.address);
    }
    for (let place = 0; place < log.topics.length; place++) {
      const topic = log.topics[place] as Uint8Array;
      const last = before?.topics[place];
      if (last === undefined || !isEqual(last, topic)) addToBloom(bloom, topic);
    }
    before = log;
  }
}

/** Adds the logs to the bloom, in steps. */
export function* addLogsToBloomSteps(
  bloom: Uint8Array,
  logs: readonly Log[],
): Generator<void, void> {
  for (let from = 0; from < logs.length; from += logsBeforeYield) {
    if (from > 0) yield;
    addLogsToBloom(bloom, logs.slice(from, from + logsBeforeYield));
  }
}

/** Returns the bloom of the addresses and topics of `logs`: 256 bytes, which must not change. */
export function bloomOf(logs: readonly Log[]): Uint8Array {
  if (logs.length === 0) return emptyBloom;
  const bloom = new Uint8Array(bloomLength);
  addLogsToBloom(bloom, logs);
  return bloom;
}

const passing = new Uint8Array(bloomLength);

/** Computes the same bloom in a shared buffer, valid until the next call. */
export function bloomPassing(logs: readonly Log[]): Uint8Array {
  if (logs.length === 0) return emptyBloom;
  passing.fill(0);
  addLogsToBloom(passing, logs);
  return passing;
}
