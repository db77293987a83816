/** Reads a V8 CPU profile, and sums up a part of its time by function and package. */
import { readFileSync } from "node:fs";
import { placeOf, roomOf } from "./place.js";

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}

/** The profile, with times in microseconds of the system's monotonic clock. */
interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Milliseconds by name, the largest first. */
export type Shares = readonly (readonly [name: string, ms: number])[];

export interface TimeSpent {
  readonly busyMs: number;
  readonly idleMs: number;
  /** The time in a function itself, and including its callees. */
  readonly self: Shares;
  readonly inclusive: Shares;
  /** The time in a package itself. */
  readonly rooms: Shares;
}

/** Returns the microseconds of the clock with which profiles are stamped. */
export const profileClock = (): number => Number(process.hrtime.bigint() / 1_000n);

/** @param from and `to`, by `profileClock`: samples in between count. */
export function timeSpent(file: string, from: number, to: number): TimeSpent {
  const profile = JSON.parse(readFileSync(file, "utf8")) as CpuProfile;
  const selfOfNode = selfTimes(profile, from, to);
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const self = new Map<string, number>();
  const rooms = new Map<string, number>();
  const inclusive = new Map<string, number>();
  let idle = 0;
  for (const [id, time] of selfOfNode) {
    const { callFrame } = byId.get(id) as ProfileNode;
    if (callFrame.functionName === "(idle)") {
      idle += time;
      continue;
    }
    add(self, placeOf(callFrame), time);
    add(rooms, roomOf(callFrame), time);
    for (const name of namesUp(id, byId, parents)) add(inclusive, name, time);
  }
  const busy = [...self.values()].reduce((sum, time) => sum + time, 0);
  const shares = (times: ReadonlyMap<string, number>): Shares =>
    [...times].map(([name, time]) => [name, time / 1_000] as const).sort((a, b) => b[1] - a[1]);
  return {
    busyMs: busy / 1_000,
    idleMs: idle / 1_000,
    self: shares(self),
    inclusive: shares(inclusive),
    rooms: shares(rooms),
  };
}

/** A sample counts for the time until the next one. */
function selfTimes(
  { samples, timeDeltas, startTime }: CpuProfile,
  from: number,
  to: number,
): Map<number, number> {
  const times = new Map<number, number>();
  let at = startTime;
  for (const [i, id] of samples.entries()) {
    at += timeDeltas[i] ?? 0;
    if (at < from || at > to) continue;
    times.set(id, (times.get(id) ?? 0) + (timeDeltas[i + 1] ?? 0));
  }
  return times;
}

/** Returns a function and all its callers, each once, also in a recursion. */
function namesUp(
  id: number,
  byId: ReadonlyMap<number, ProfileNode>,
  parents: ReadonlyMap<number, number>,
): Set<string> {
  const names = new Set<string>();
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    names.add(placeOf((byId.get(at) as ProfileNode).callFrame));
  }
  return names;
}

const add = (times: Map<string, number>, name: string, time: number) =>
  void times.set(name, (times.get(name) ?? 0) + time);
