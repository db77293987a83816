/** Runs the process of the load generator: one job after the other, or several at once. */
import { messageOf } from "@tandem/runtime";
import { runHttpLoad } from "./http-load.js";
import { type Job, type JobAnswer, type JobMessage, type LoadResult, noLoad } from "./jobs.js";
import { probe, readSlowly } from "./probe.js";
import { fanOut, runSocketLoad, subscribe, unsubscribe } from "./socket-load.js";

async function run(job: Job): Promise<LoadResult> {
  switch (job.kind) {
    case "http":
      return runHttpLoad(job);
    case "socket":
      return runSocketLoad(job);
    case "probe":
      return probe(job);
    case "subscribe":
      return subscribe(job);
    case "fan-out":
      return fanOut(job);
    case "unsubscribe":
      unsubscribe(job);
      return noLoad;
    case "slow-read":
      return readSlowly(job);
  }
}

const answer = (text: JobAnswer) => void process.send?.(text);

process.on("message", ({ id, job }: JobMessage) => {
  run(job).then(
    (result) => answer({ id, result }),
    (error) => answer({ id, error: messageOf(error) }),
  );
});
// The parent process has ended, so the results are not needed.
process.on("disconnect", () => process.exit());
