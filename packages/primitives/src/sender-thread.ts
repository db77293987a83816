/**
 * Senders of many transactions, recovered in a thread of its own: forty microseconds of hashing and
 * arithmetic each, in which the node's one thread does something else. Started when it is first needed; idle it
 * keeps no process alive.
 */
import { Worker } from "node:worker_threads";
import type { Bytes } from "./brands.js";
import { type Recovered, recoveredAt, writeJobs } from "./sender-jobs.js";

/** Batches under way at once; more are recovered by whoever asks. */
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
 * Who signed, and the hashes, of transactions that were decoded; in order, undefined for a signature
 * that is nobody's.
 * @returns undefined when the thread has too much to do, or ended.
 */
export async function recoverSenders(
  raws: readonly Bytes[],
): Promise<readonly (Recovered | undefined)[] | undefined> {
  if (waiting.length >= batchesMax) return undefined;
  const packed = writeJobs(raws);
  const thread = threadOf();
  const answer = await new Promise<Uint8Array | undefined>((settle) => {
    waiting.push(settle);
    thread.ref();
    thread.postMessage(packed, [packed.buffer]);
  });
  return answer && raws.map((_, i) => recoveredAt(answer, i));
}
