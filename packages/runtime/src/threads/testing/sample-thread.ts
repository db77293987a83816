/** Runs in the threads of the tests: a job is the name of its behaviour, or a flag that ends it. */
import { setImmediate as turn } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { serveJobs } from "../serve-jobs.js";

await serveJobs(workerData as SharedArrayBuffer, async (notify) => ({
  async run(job, abort) {
    if (job === "fail") throw new Error("as asked");
    if (job === "end") process.exit(3);
    if (job === "stand still") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    if (job instanceof Int32Array) {
      notify("running");
      while (Atomics.load(job, 0) === 0 && !abort.isAborted) await turn();
      return { result: abort.isAborted ? "aborted" : "done" };
    }
    if (job === "wait") {
      notify("waiting");
      await new Promise((resolve) => abort.signal.addEventListener("abort", resolve));
      notify(`aborted: ${abort.isAborted}`);
    }
    return { result: job };
  },
  close: async () => notify("closed"),
}));
