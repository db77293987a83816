/** The thread of `hashing-thread.ts`: receives packed bytes and posts the bytes of the result. */
import { parentPort } from "node:worker_threads";
import { answerReceipts } from "./receipt/receipts-jobs.js";
import { answerSenders } from "./transaction/sender-recovery.js";
import { orderedTrieRoot } from "./trie/ordered-trie.js";
import type { Question } from "./worker/hashing-thread.js";
import { unpackItems } from "./worker/packed-items.js";

const answerers: Readonly<Record<Question, (packed: Uint8Array) => Uint8Array>> = {
  senders: (packed) => answerSenders(unpackItems(packed)),
  root: (packed) => orderedTrieRoot(unpackItems(packed)).slice(),
  receipts: answerReceipts,
};

parentPort?.on("message", ({ question, packed }: { question: Question; packed: Uint8Array }) => {
  const answer = answerers[question](packed);
  parentPort?.postMessage(answer, [answer.buffer as ArrayBuffer]);
});
