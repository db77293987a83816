/**
 * What is hashed in a thread of its own, in which the node's one thread does something else: senders
 * and hashes of transactions, forty microseconds each, and roots of large blocks. Started when it is
 * first needed; idle it keeps no process alive.
 */
import { Worker } from "node:worker_threads";
import { runYielding } from "@tandem/runtime";
import type { Bytes, Hash32 } from "../bytes/brands.js";
import { orderedTrieSteps } from "../trie/ordered-trie.js";
import { PackedItems, packItems } from "./packed-items.js";
import { type Recovered, recoveredAt } from "./sender-jobs.js";

/** Names what the thread is asked for: the senders of transactions, or the root of a trie of the values. */
export type Question = "senders" | "root";

/** Questions under way at once; more are answered by whoever asks. */
const questionsMax = 64;

/** Values from which on a root is worth the way to another thread: half a millisecond of hashing. */
const valuesMin = 256;

/** Values packed without a look at the clock: some thirty microseconds. */
const itemsBeforeYield = 32;

let worker: Worker | undefined;
/** Holds the callbacks of open requests, in order. */
const waiting: ((answer: Uint8Array | undefined) => void)[] = [];

function threadOf(): Worker {
  if (worker !== undefined) return worker;
  const made = new Worker(new URL("./hashing-worker.js", import.meta.url));
  made.unref();
  made.on("message", (answer: Uint8Array) => {
    waiting.shift()?.(answer);
    if (waiting.length === 0) made.unref();
  });
  // Whoever waits then finds the answer himself.
  const giveUp = () => {
    if (worker === made) worker = undefined;
    for (const settle of waiting.splice(0)) settle(undefined);
  };
  made.on("error", giveUp);
  made.on("exit", giveUp);
  worker = made;
  return made;
}

/** Sends a request to the worker thread. Returns undefined when it is overloaded, or ended. */
async function ask(
  question: Question,
  packed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array | undefined> {
  if (waiting.length >= questionsMax) return undefined;
  const thread = threadOf();
  return new Promise((settle) => {
    waiting.push(settle);
    thread.ref();
    thread.postMessage({ question, packed }, [packed.buffer]);
  });
}

/** The number of transactions below which the worker thread does not pay for their senders. */
export const recoveredTogetherMin = 4;

/**
 * Recovers senders and hashes of decoded transactions, in order; undefined for an invalid
 * signature.
 * @returns undefined when the thread has too much to do, or ended.
 */
export async function recoverSenders(
  raws: readonly Bytes[],
): Promise<readonly (Recovered | undefined)[] | undefined> {
  const answer = await ask("senders", packItems(raws));
  return answer && raws.map((_, i) => recoveredAt(answer, i));
}

/**
 * Computes `orderedTrieRoot`, yielding to the event loop; of many values in the worker thread.
 * @param valueAt may hand out the same bytes again, once they were looked at.
 */
export async function orderedTrieRootYielding(
  count: number,
  valueAt: (index: number) => Bytes,
): Promise<Hash32> {
  if (count >= valuesMin) {
    const root = await ask("root", await runYielding(packSteps(count, valueAt)));
    if (root !== undefined) return root;
  }
  return runYielding(orderedTrieSteps(count, valueAt));
}

function* packSteps(count: number, valueAt: (index: number) => Bytes) {
  const packed = new PackedItems();
  for (let i = 0; i < count; i++) {
    packed.add(valueAt(i));
    if (i % itemsBeforeYield === 0) yield;
  }
  return packed.bytes();
}
