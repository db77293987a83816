/** Runs a load generator in its own process, separate from the measuring process. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Promised, promised } from "../../support/promised.js";
import type { Job, JobAnswer, LoadResult } from "./jobs.js";

export interface Generator {
  /** @throws {Error} if the node refuses a call, or a connection fails. */
  run(job: Job): Promise<LoadResult>;
  stop(): void;
}

export function startGenerator(): Generator {
  const worker = fileURLToPath(new URL("./worker.js", import.meta.url));
  const child = fork(worker, { serialization: "advanced", execArgv: [] });
  const waiting = new Map<number, Promised<LoadResult>>();
  let nextId = 1;
  child.on("message", (answer: JobAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("error" in answer) asked?.reject(new Error(answer.error));
    else asked?.resolve(answer.result);
  });
  child.on("exit", (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the generator ended: ${code}`));
  });
  return {
    run(job) {
      const id = nextId++;
      const asked = promised<LoadResult>();
      waiting.set(id, asked);
      child.send({ id, job });
      return asked.promise;
    },
    stop: () => void child.disconnect(),
  };
}
