/** Records the milliseconds of each request without an allocation per request. */
import type { LoadResult } from "./jobs.js";

/** The maximum number of recorded latencies of a job: more than a minute at any measured rate. */
const keptMax = 8_000_000;
const keptFirst = 65_536;

export function createLatencies() {
  let kept = new Float64Array(keptFirst);
  let count = 0;
  const began = performance.now();
  return {
    add(ms: number): void {
      if (count === kept.length && count < keptMax) {
        const larger = new Float64Array(count * 2);
        larger.set(kept);
        kept = larger;
      }
      kept[count++] = ms;
    },
    /** @param answersEach the number of answers of each connection. */
    result(answersEach: readonly number[] = []): LoadResult {
      const elapsedMs = performance.now() - began;
      const sorted = kept.subarray(0, Math.min(count, kept.length)).sort();
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
      return { answers: count, answersEach, elapsedMs, p50: at(0.5), p99: at(0.99) };
    },
  };
}
