/** Runs the code of a thread, by its start data. */
import { workerData } from "node:worker_threads";
import type { SocketThreadData } from "./socket-thread.js";
import type { ThreadData } from "./thread-data.js";

/** Runs this thread until the main thread ends it. Only the code of its kind is loaded. */
export async function runThread(data = workerData as ThreadData | SocketThreadData): Promise<void> {
  if (data.kind === "compute") await (await import("./compute-thread.js")).runComputeThread(data);
  else await (await import("./socket-thread.js")).runSocketThread(data);
}
