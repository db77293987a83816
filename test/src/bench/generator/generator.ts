/** Runs a load generator in its own process, separate from the measuring process. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Promised, promised } from "../../support/promised.js";
import type { Job, JobAnswer, LoadResult } from "./jobs.js";

export interface Generator {
  /** @throws {Error} if the node refuses a call, or a connection fails. */
  run(job: Job): Promise<LoadResult>;
  stop(): void;
}

/** Creates a generator, whose process starts with its first job: not every row needs one. */
export function createGenerator(): Generator {
  const waiting = new Map<number, Promised<LoadResult>>();
  let child: ChildProcess | undefined;
  let nextId = 1;
  return {
    run(job) {
      child ??= startWorker(waiting);
      const id = nextId++;
      const asked = promised<LoadResult>();
      waiting.set(id, asked);
      child.send({ id, job });
      return asked.promise;
    },
    stop: () => void child?.disconnect(),
  };
}

function startWorker(waiting: Map<number, Promised<LoadResult>>): ChildProcess {
  const worker = fileURLToPath(new URL("./worker.js", import.meta.url));
  const child = fork(worker, { serialization: "advanced", execArgv: [] });
  child.on("message", (answer: JobAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("error" in answer) asked?.reject(new Error(answer.error));
    else asked?.resolve(answer.result);
  });
  child.on("exit", (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the generator ended: ${code}`));
  });
  return child;
}
