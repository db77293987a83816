/** Strikes a node and asks it meanwhile, as another client, for the number of its newest block. */
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
  /** Milliseconds that the attack took, and that the other client waited at most. */
  readonly tookMs: number;
  readonly waitedMs: number;
  /** Questions of the other client, all of which were answered; undefined when one was not. */
  readonly answered: number | undefined;
  readonly told: string;
}

/** Seldom enough that the questions themselves cost little. */
const betweenQuestionsMs = 50;

/** Asks until `isOver`. */
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

/** Milliseconds of the main thread as the kernel tells them from outside. */
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

/** Strikes a node on which the attack's scene stands. What does not end in time is given up. */
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
  // When the strike ended, the pause ends by an error that nobody waits for.
  late.catch(() => {});
  try {
    return await Promise.race([measure(target, attack), late]);
  } finally {
    given.abort();
  }
}

/** On a node of its own. */
export async function runAttack(attack: Attack): Promise<AttackResult> {
  const target = await startTarget(attack);
  try {
    await attack.scene?.(target);
    return await strikeOnce(target, attack);
  } finally {
    await stopTarget(target);
  }
}
