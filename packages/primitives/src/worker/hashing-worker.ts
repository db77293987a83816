/** The thread of `hashing-thread.ts`: receives packed bytes and posts the bytes of the result. */
import { parentPort } from "node:worker_threads";
import { orderedTrieRoot } from "../trie/ordered-trie.js";
import type { Question } from "./hashing-thread.js";
import { unpackItems } from "./packed-items.js";
import { answerSenders } from "./sender-jobs.js";

const answerers: Readonly<Record<Question, (items: readonly Uint8Array[]) => Uint8Array>> = {
  senders: answerSenders,
  root: (values) => orderedTrieRoot(values).slice(),
};

parentPort?.on("message", ({ question, packed }: { question: Question; packed: Uint8Array }) => {
  const answer = answerers[question](unpackItems(packed));
  parentPort?.postMessage(answer, [answer.buffer as ArrayBuffer]);
});
