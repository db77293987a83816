/** Milliseconds each request took, gathered without an allocation a request. */
import type { LoadResult } from "./jobs.js";

/** Requests of one job whose latency is kept: more than a minute at any rate seen. */
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
    /** @param answersEach of each connection. */
    result(answersEach: readonly number[] = []): LoadResult {
      const elapsedMs = performance.now() - began;
      const sorted = kept.subarray(0, Math.min(count, kept.length)).sort();
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
      return { answers: count, answersEach, elapsedMs, p50: at(0.5), p99: at(0.99) };
    },
  };
}
