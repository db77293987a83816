/** Attacks a node, and meanwhile requests the number of its newest block as another client. */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { patienceMs } from "../eventually.js";
import type { Attack } from "./attack.js";
import { startTarget, stopTarget, type Target } from "./target.js";

export interface AttackResult {
  readonly name: string;
  /** Processor milliseconds of the longest hold of the node's event loop. */
  readonly holdMs: number;
  /** Processor milliseconds of the node's main thread, and of all its threads. */
  readonly threadMs: number;
  readonly processMs: number;
  /** Milliseconds of the attack, and of the longest wait of the other client. */
  readonly tookMs: number;
  readonly waitedMs: number;
  /** Number of answered requests of the other client; undefined if one was not answered. */
  readonly answered: number | undefined;
  readonly told: string;
}

/** The interval is long enough that the requests themselves cost little. */
const betweenQuestionsMs = 50;

/** Sends requests until `isOver`. */
async function askOn(target: Target, isOver: () => boolean) {
  let [answered, waitedMs] = [0, 0];
  do {
    const began = performance.now();
    const height = await target.call<string>("eth_blockNumber");
    if (!/^0x[0-9a-f]+$/.test(height)) throw new Error(`the height is ${height}`);
    answered++;
    waitedMs = Math.max(waitedMs, performance.now() - began);
    await pause(betweenQuestionsMs);
  } while (!isOver());
  return { answered, waitedMs };
}

/** Returns the milliseconds of the main thread from the kernel's statistics. */
function threadMsOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

async function measure(target: Target, attack: Attack): Promise<AttackResult> {
  const strike = await attack.prepare(target);
  await target.call("eth_blockNumber");
  const before = await target.meter.read();
  const began = performance.now();
  let isOver = false;
  const work = strike().finally(() => {
    isOver = true;
  });
  const [told, other] = await Promise.all([work, askOn(target, () => isOver)]);
  const tookMs = performance.now() - began;
  const { longestMs, threadMs, processMs } = await target.meter.read();
  return {
    name: attack.name,
    holdMs: longestMs,
    threadMs: threadMs - before.threadMs,
    processMs: processMs - before.processMs,
    tookMs,
    waitedMs: other.waitedMs,
    answered: other.answered,
    told,
  };
}

/** Attacks a node on which the attack's scene exists. An attack that does not end in time is aborted. */
export async function strikeOnce(target: Target, attack: Attack): Promise<AttackResult> {
  const pid = target.node.child.pid ?? 0;
  const beganMs = threadMsOf(pid);
  const given = new AbortController();
  const late = pause(patienceMs, undefined, { signal: given.signal }).then(() => {
    const spent = threadMsOf(pid) - beganMs;
    return {
      name: attack.name,
      holdMs: Number.NaN,
      threadMs: spent,
      processMs: spent,
      tookMs: patienceMs,
      waitedMs: patienceMs,
      answered: undefined,
      told: "given up",
    };
  });
  // When the strike has ended, the pause rejects without a handler.
  late.catch(() => {});
  try {
    return await Promise.race([measure(target, attack), late]);
  } finally {
    given.abort();
  }
}

/** Runs an attack on its own node. */
export async function runAttack(attack: Attack): Promise<AttackResult> {
  const target = await startTarget(attack);
  try {
    await attack.scene?.(target);
    return await strikeOnce(target, attack);
  } finally {
    await stopTarget(target);
  }
}
