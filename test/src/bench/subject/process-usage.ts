/** Reads the resources of a process and its children from Linux's /proc. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

export interface Usage {
  /** Milliseconds of processor time, user and system. */
  readonly cpuMs: number;
  readonly residentBytes: number;
  /** The peak resident memory since `forgetPeak`. */
  readonly peakBytes: number;
}

/** Milliseconds of a tick: the kernel reports hundredths of a second, whatever its own tick is. */
const tickMs = 10;

/** @returns undefined without /proc, or if there is no such process. */
export function usageOf(pid: number): Usage | undefined {
  try {
    const parts = familyOf(pid).map(usageOfOne);
    const sum = (pick: (usage: Usage) => number) => parts.reduce((all, one) => all + pick(one), 0);
    return {
      cpuMs: sum((usage) => usage.cpuMs),
      residentBytes: sum((usage) => usage.residentBytes),
      peakBytes: sum((usage) => usage.peakBytes),
    };
  } catch {
    return undefined;
  }
}

/**
 * Returns the milliseconds of processor time of the current threads of a process and its children,
 * to the microsecond, for tasks that take less than a few of the kernel's ticks.
 * @returns undefined if the kernel does not report it.
 */
export function threadsCpuMsOf(pid: number): number | undefined {
  try {
    return familyOf(pid)
      .flatMap((one) =>
        readdirSync(`/proc/${one}/task`).map((thread) => `/proc/${one}/task/${thread}`),
      )
      .reduce((sum, task) => sum + cpuMsOfTask(task), 0);
  } catch {
    return undefined;
  }
}

/**
 * Returns the milliseconds of processor time of the main thread of a process.
 * @throws {Error} if there is no such process, or the kernel does not report it.
 */
export const mainThreadCpuMsOf = (pid: number): number => cpuMsOfTask(`/proc/${pid}/task/${pid}`);

const cpuMsOfTask = (task: string) =>
  Number(readFileSync(`${task}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;

/** Resets the peak. If the kernel refuses, the peak includes earlier memory. */
export function forgetPeak(pid: number): void {
  try {
    for (const one of familyOf(pid)) writeFileSync(`/proc/${one}/clear_refs`, "5");
  } catch {
    // On another system, or without permission, the peak includes earlier memory.
  }
}

function usageOfOne(pid: number): Usage {
  const times = statOf(pid);
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytes = (name: string) =>
    1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0);
  return {
    cpuMs: (Number(times[11]) + Number(times[12])) * tickMs,
    residentBytes: bytes("VmRSS"),
    peakBytes: bytes("VmHWM"),
  };
}

/**
 * Returns the fields of `/proc/PID/stat` from the third on: the second is a name that may contain
 * spaces.
 */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/**
 * Returns a process and its descendants, because a launcher starts the process that does the work. The
 * descendants of this process are generators and other nodes, which are no part of a node in it.
 */
export function familyOf(root: number): number[] {
  if (root === process.pid) return [root];
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const family = [root];
  for (const pid of family) family.push(...(children.get(pid) ?? []));
  return family;
}

function parentOf(pid: number): number {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    return -1;
  }
}
