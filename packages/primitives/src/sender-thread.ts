/**
 * Senders of many signatures, recovered in a thread of its own: forty microseconds of arithmetic
 * each, in which the node's one thread does something else. Started when it is first needed; idle it
 * keeps no process alive.
 */
import { Worker } from "node:worker_threads";
import type { Address } from "./brands.js";
import { addressLength, type SignatureJob, senderLength, writeJobs } from "./sender-jobs.js";

/** Batches of signatures under way at once; more are recovered by whoever asks. */
const batchesMax = 64;

let worker: Worker | undefined;
/** Those who wait, in the order they asked. */
const waiting: ((answer: Uint8Array | undefined) => void)[] = [];

function threadOf(): Worker {
  if (worker !== undefined) return worker;
  const made = new Worker(new URL("./sender-worker.js", import.meta.url));
  made.unref();
  made.on("message", (answer: Uint8Array) => {
    waiting.shift()?.(answer);
    if (waiting.length === 0) made.unref();
  });
  // Whoever waits then finds the sender himself.
  const giveUp = () => {
    if (worker === made) worker = undefined;
    for (const settle of waiting.splice(0)) settle(undefined);
  };
  made.on("error", giveUp);
  made.on("exit", giveUp);
  worker = made;
  return made;
}

/**
 * Addresses of those who signed, in order; undefined for a signature nobody made.
 * @returns undefined when the thread has too much to do, or ended.
 */
export async function recoverSenders(
  jobs: readonly SignatureJob[],
): Promise<readonly (Address | undefined)[] | undefined> {
  if (waiting.length >= batchesMax) return undefined;
  const packed = writeJobs(jobs);
  const thread = threadOf();
  const answer = await new Promise<Uint8Array | undefined>((settle) => {
    waiting.push(settle);
    thread.ref();
    thread.postMessage(packed, [packed.buffer]);
  });
  if (answer === undefined) return undefined;
  return jobs.map((_, i) => {
    const at = i * senderLength;
    return answer[at] === 1 ? answer.slice(at + 1, at + 1 + addressLength) : undefined;
  });
}
