/**
 * Hashes in a worker thread while the main thread does other work: senders and hashes of
 * transactions, forty microseconds each, and roots of large blocks. The thread, `hashing-worker.ts`,
 * starts on first use; when idle it keeps no process alive.
 */
import { Worker } from "node:worker_threads";
import { runYielding, withoutPreloads } from "@tandem/runtime";
import type { Bytes, Hash32 } from "../bytes/brands.js";
import { orderedTrieSteps } from "../trie/ordered-trie.js";
import { PackedItems } from "./packed-items.js";

/**
 * The kinds of request: the senders of transactions, the root of a trie of the values, or a part of
 * the receipts of a block.
 */
export type Question = "senders" | "root" | "receipts";

/** Requests in flight; beyond it the caller computes the result. */
const questionsMax = 64;

/** Values from which the worker thread computes a root: half a millisecond of hashing. */
export const valuesMin = 256;

/** Values packed between two reads of the clock: about thirty microseconds. */
const itemsBeforeYield = 32;

/** The largest buffer that is allocated for values before their length is known. */
const packedBytesMax = 2_097_152;

interface Thread {
  readonly worker: Worker;
  /** Holds the callbacks of its open requests, in order. */
  readonly waiting: ((answer: Uint8Array | undefined) => void)[];
}

let thread: Thread | undefined;

function threadOf(): Thread {
  if (thread !== undefined) return thread;
  const worker = new Worker(new URL("../hashing-worker.js", import.meta.url), withoutPreloads());
  const made: Thread = { worker, waiting: [] };
  const { waiting } = made;
  worker.unref();
  worker.on("message", (answer: Uint8Array) => {
    waiting.shift()?.(answer);
    if (waiting.length === 0) worker.unref();
  });
  // The callers then compute the result themselves. A thread that fails ends some time after its
  // error, when the requests of the next one may be open.
  const giveUp = () => {
    if (thread === made) thread = undefined;
    for (const settle of waiting.splice(0)) settle(undefined);
  };
  worker.on("error", giveUp);
  worker.on("exit", giveUp);
  thread = made;
  return made;
}

/** Returns the thread; undefined if the system allows no further one. */
function threadIfAny(): Thread | undefined {
  try {
    return threadOf();
  } catch {
    return undefined;
  }
}

/**
 * Sends a request to the worker thread. Returns undefined when it is overloaded, ended, or cannot
 * start.
 */
export async function ask(
  question: Question,
  packed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array | undefined> {
  const found = threadIfAny();
  if (found === undefined || found.waiting.length >= questionsMax) return undefined;
  const { worker, waiting } = found;
  return new Promise((settle) => {
    waiting.push(settle);
    worker.ref();
    worker.postMessage({ question, packed }, [packed.buffer]);
  });
}

/**
 * Computes `orderedTrieRoot`, yielding to the event loop; in the worker thread for many values.
 * @param valueAt may return a shared buffer, which is read before the next call.
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
  // Values have similar lengths, and a buffer that grows is copied.
  const packed = new PackedItems(Math.min(count * 2 * valueAt(0).length, packedBytesMax));
  for (let i = 0; i < count; i++) {
    packed.add(valueAt(i));
    if (i % itemsBeforeYield === 0) yield;
  }
  return packed.bytes();
}
