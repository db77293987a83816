/** Measures for how long a compute thread goes on with a request whose client has disconnected. */
import { readdirSync, readFileSync } from "node:fs";
import { setImmediate as nextRound, setTimeout as pause } from "node:timers/promises";
import { metric } from "../clients/metric.js";
import { eventually } from "../eventually.js";
import type { seeded } from "../seeded.js";
import type { Attack } from "./attack.js";
import { startTarget, stopTarget, type Target } from "./target.js";

/** A client leaves at most this number of milliseconds after its request began. */
const leavesWithinMs = 200;
/** A request that takes less time is left within this share of its own. */
const leavesWithinShare = 0.5;

/** Returns the milliseconds of each thread on a processor, by its id, from the kernel's statistics. */
function threadTimes(pid: number): Map<number, number> {
  const times = new Map<number, number>();
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ");
    times.set(Number(id), Number(nanoseconds) / 1e6);
  }
  return times;
}

/** Returns the thread, other than the main one, that computed most between two readings. */
function busiest(pid: number, from: Map<number, number>, to: Map<number, number>): number {
  const spent = [...to].map(([id, ms]) => [id, ms - (from.get(id) ?? 0)] as const);
  const others = spent.filter(([id]) => id !== pid).sort(([, a], [, b]) => b - a);
  return others[0]?.[0] ?? pid;
}

const underWay = ({ url }: Target) => metric(url, "tandem_compute_requests_under_way");

/** Requests whose time is measured before some are left: the first one may take longer. */
const timesTimed = 3;

/**
 * Sends a request, disconnects at some time, and waits for the end of the work.
 * @returns the processor milliseconds of the thread from then on; undefined if the request had ended
 * before.
 */
async function leave(
  target: Target,
  strike: () => Promise<string>,
  afterMs: number,
): Promise<number | undefined> {
  const pid = target.node.child.pid ?? 0;
  const given = async () => (await metric(target.url, "tandem_compute_requests_total")) ?? 0;
  await eventually("a free thread", async () => (await underWay(target)) === 0);
  const before = await given();
  const struck = strike();
  while ((await given()) === before) await nextRound();
  const began = threadTimes(pid);
  await pause(afterMs);
  if ((await underWay(target)) === 0) return undefined;
  const left = threadTimes(pid);
  target.disconnect();
  await eventually("end of the work", async () => (await underWay(target)) === 0);
  const thread = busiest(pid, began, left);
  const ended = (threadTimes(pid).get(thread) ?? 0) - (left.get(thread) ?? 0);
  await struck;
  return ended;
}

/** Returns the milliseconds within which a request, which is sent some times, is still under way. */
async function timeToLeave(target: Target, strike: () => Promise<string>): Promise<number> {
  let shortest = leavesWithinMs / leavesWithinShare;
  for (let time = 0; time < timesTimed; time++) {
    const began = performance.now();
    const struck = strike();
    await Promise.race([struck, pause(shortest)]);
    shortest = Math.min(shortest, performance.now() - began);
    target.disconnect();
    await struck;
  }
  return Math.max(1, Math.floor(shortest * leavesWithinShare));
}

/**
 * Leaves a request several times, on a node of its own.
 * @returns the processor milliseconds after each time, ascending.
 */
export async function leaveOften(
  request: Attack,
  times: number,
  chance: ReturnType<typeof seeded>,
): Promise<number[]> {
  const target = await startTarget(request);
  try {
    await request.scene?.(target);
    await eventually(
      "threads",
      async () => (await metric(target.url, "tandem_compute_threads")) === 1,
    );
    const strike = await request.prepare(target);
    const withinMs = await timeToLeave(target, strike);
    const ended: number[] = [];
    for (let time = 0; time < times; time++) {
      const ms = await leave(target, strike, chance.int(withinMs));
      if (ms !== undefined) ended.push(ms);
    }
    return ended.sort((a, b) => a - b);
  } finally {
    await stopTarget(target);
  }
}
