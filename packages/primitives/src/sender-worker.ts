/** The thread of `sender-thread.ts`: bytes of signatures in, bytes of addresses out. */
import { parentPort } from "node:worker_threads";
import { answerJobs } from "./sender-jobs.js";

parentPort?.on("message", (packed: Uint8Array) => {
  const answer = answerJobs(packed);
  parentPort?.postMessage(answer, [answer.buffer]);
});
