/** Measures calls per second, and their cost for the node. */
import type { HttpJob, LoadResult, SocketJob } from "./generator/jobs.js";
import type { Figure, Tools } from "./scene.js";
import { forgetPeak, usageOf } from "./subject/process-usage.js";
import type { RunningSubject } from "./subject/subject.js";

const megabyte = 1024 * 1024;

/** Returns a list of requests for each connection, each with another beginning. */
export const rotated = (requests: readonly Buffer[], connections: number): Buffer[][] =>
  Array.from({ length: connections }, (_, i) => {
    const from = (i * 7) % requests.length;
    return [...requests.slice(from), ...requests.slice(0, from)];
  });

/** Declares requests that are repeated. */
export const repeated = (port: number, lists: readonly (readonly Buffer[])[]): HttpJob => ({
  kind: "http",
  port,
  lists,
  isRepeated: true,
  isRefusalAllowed: false,
  isNullAskedAgain: false,
  durationMs: 0,
});

/** @param callsEach the number of calls in one request, for a batch. */
export async function rateOf(
  node: RunningSubject,
  job: HttpJob | SocketJob,
  { sizes, generator }: Tools,
  callsEach = 1,
): Promise<Figure> {
  await generator.run({ ...job, durationMs: sizes.warmUpMs });
  const { value, ...cost } = await costOf(node, () =>
    generator.run({ ...job, durationMs: sizes.loadMs }),
  );
  const calls = value.answers * callsEach;
  return { value: (calls * 1_000) / value.elapsedMs, ...figuresOf(cost, calls) };
}

export interface Cost {
  readonly cpuMs: number | undefined;
  readonly peakBytes: number | undefined;
}

/** Measures the node's use of the processor during a task. */
export async function costOf<T>(
  { pid }: RunningSubject,
  work: () => Promise<T>,
): Promise<Cost & { readonly value: T }> {
  forgetPeak(pid);
  const before = usageOf(pid);
  const value = await work();
  const after = usageOf(pid);
  if (before === undefined || after === undefined) {
    return { value, cpuMs: undefined, peakBytes: undefined };
  }
  return { value, cpuMs: after.cpuMs - before.cpuMs, peakBytes: after.peakBytes };
}

export const figuresOf = ({ cpuMs, peakBytes }: Cost, calls: number) => ({
  cpuMsPer1000: cpuMs === undefined ? undefined : (cpuMs * 1_000) / calls,
  peakMb: peakBytes === undefined ? undefined : peakBytes / megabyte,
});

export const inMegabytes = (bytes: number | undefined): number =>
  bytes === undefined ? Number.NaN : bytes / megabyte;

export const p99Of = ({ p99 }: LoadResult): Figure => ({ value: p99 });
