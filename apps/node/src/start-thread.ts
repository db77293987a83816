/** Starts threads of the node. */
import { type ResourceLimits, Worker } from "node:worker_threads";
import { withoutPreloads } from "@tandem/runtime";

/** The code that a thread runs: the bundle of the node, or its modules. */
const entry = new URL("../bin/thread.js", import.meta.url);

/** @param workerData says what the thread does, by its kind: see `run-thread.ts`. */
export function startThread<Data extends { readonly kind: string }>(
  workerData: Data,
  name: string,
  resourceLimits?: ResourceLimits,
): Worker {
  return new Worker(entry, {
    workerData,
    name,
    ...withoutPreloads(),
    ...(resourceLimits && { resourceLimits }),
  });
}
