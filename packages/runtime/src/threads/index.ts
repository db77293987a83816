/** Exports compute threads: the pool for the main thread, and the server for a thread. */
export {
  type ComputeCounts,
  ComputePool,
  type ComputePoolOptions,
  endMsMax,
  silentChecksMax,
} from "./compute-pool.js";
export { ThreadLost, unlessLost } from "./compute-thread.js";
export { jobsOfThreadMax, type ThreadMemory } from "./messages.js";
export { PortCalls, Transferred } from "./port-calls.js";
export {
  type JobAbort,
  type JobResult,
  type JobServer,
  type Notify,
  serveJobs,
} from "./serve-jobs.js";
