/** Runs in the threads of the tests: a job is the name of its behaviour. */
import { workerData } from "node:worker_threads";
import { serveJobs } from "../serve-jobs.js";

await serveJobs(workerData as SharedArrayBuffer, async (notify) => ({
  async run(job, abort) {
    if (job === "fail") throw new Error("as asked");
    if (job === "end") process.exit(3);
    if (job === "stand still") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    if (job === "wait") {
      notify("waiting");
      await new Promise((resolve) => abort.signal.addEventListener("abort", resolve));
      notify(`aborted: ${abort.isAborted}`);
    }
    return { result: job };
  },
  close: async () => notify("closed"),
}));
