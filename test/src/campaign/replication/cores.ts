/** Runs processes on chosen cores, so that one machine measures like several. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The kernel counts the time of a core in ticks of this length. */
const tickMs = 10;

/**
 * Returns the first two cores on which this process may run.
 * @returns undefined if there are fewer, or no `taskset` (util-linux).
 */
export function twoCores(): readonly [number, number] | undefined {
  if (spawnSync("taskset", ["--version"]).status !== 0) return undefined;
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  const cores = (list ?? "").split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
  const [one, other] = cores;
  return one === undefined || other === undefined ? undefined : [one, other];
}

/**
 * Restricts all threads of a process, and those that they start, to some cores.
 * @param cores nothing is restricted if they are undefined.
 */
export function runOn(cores: readonly number[] | undefined, pid: number | undefined): void {
  if (cores === undefined) return;
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores.join(), `${pid}`]);
}

/** Returns the milliseconds for which a core has been idle. */
export function idleMsOf(core: number): number {
  const line = new RegExp(`^cpu${core} (.*)$`, "m").exec(readFileSync("/proc/stat", "utf8"))?.[1];
  // user, nice, system, idle, iowait, …
  const [, , , idle, waiting] = (line ?? "").split(" ").map(Number);
  return ((idle ?? 0) + (waiting ?? 0)) * tickMs;
}
