/** Runs the code of a thread, by its start data. */
import { workerData } from "node:worker_threads";
import type { ExplainerThreadData } from "../solidity-trace/messages.js";
import type { SocketThreadData } from "./socket-thread.js";
import type { ThreadData } from "./thread-data.js";

/** Runs this thread until the main thread ends it. Only the code of its kind is loaded. */
export async function runThread(): Promise<void> {
  const data = workerData as ThreadData | SocketThreadData | ExplainerThreadData;
  switch (data.kind) {
    case "compute":
      return (await import("./compute-thread.js")).runComputeThread(data);
    case "sockets":
      return (await import("./socket-thread.js")).runSocketThread(data);
    case "explainer":
      return (await import("../solidity-trace/explainer-worker.js")).runExplainer(data);
  }
}
