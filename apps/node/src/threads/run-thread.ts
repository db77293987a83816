/** Runs the code of a thread, by its start data. */
import { workerData } from "node:worker_threads";
import { runComputeThread } from "./compute-thread.js";
import { runSocketThread, type SocketThreadData } from "./socket-thread.js";
import type { ThreadData } from "./thread-data.js";

/** Runs this thread until the main thread ends it. */
export const runThread = (data = workerData as ThreadData | SocketThreadData): Promise<void> =>
  data.kind === "compute" ? runComputeThread(data) : runSocketThread(data);
