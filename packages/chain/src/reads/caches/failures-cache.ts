/** Caches how transactions failed, which is not stored and is asked for right after their block. */
import type { FailedExecution } from "@tandem/primitives";
import { LruMap } from "@tandem/runtime";
import { chainLimits } from "../../limits.js";

/** The failures of a block by the index of their transaction. */
export type Failures = ReadonlyMap<number, FailedExecution>;

/** Bytes that a failure takes beside its output. */
const failureBytes = 200;

function weightOf(failures: Failures): number {
  let bytes = failureBytes;
  for (const { output } of failures.values()) bytes += failureBytes + output.length;
  return bytes;
}

/** Creates the cache of failures by the hash of their block. */
export const createFailuresCache = (): LruMap<string, Failures> =>
  new LruMap(chainLimits.failureBytesCached, weightOf);
