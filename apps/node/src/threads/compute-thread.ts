/** Runs in a compute thread and answers requests from the database that the main thread has opened. */
import { type ComputeRequest, createAnswerer } from "@tandem/rpc";
import { type JobServer, type Notify, serveJobs, type ThreadMemory } from "@tandem/runtime/threads";
import type { ThreadData, ThreadNotice } from "./thread-data.js";
import { openThreadReader, relayedLogger, withoutWriter } from "./thread-reader.js";

/** Serves requests until the main thread ends this one. */
export const runComputeThread = (data: ThreadData): Promise<void> =>
  serveJobs(data.memory, (notify, memory) => openServer(data, notify, memory));

async function openServer(
  data: ThreadData,
  notify: Notify,
  memory: ThreadMemory,
): Promise<JobServer> {
  const { errorForm, limits, logsDebug } = data;
  const tell = (notice: ThreadNotice) => notify(notice);
  const logger = relayedLogger(tell, logsDebug);
  const reader = await openThreadReader(data, tell, logger);
  const answer = createAnswerer({
    backend: withoutWriter(reader.reads),
    logger,
    errorForm,
    limits,
  });
  return {
    async run(job, abort) {
      const result = await answer(job as ComputeRequest, abort);
      memory.counted = reader.chain.executor.libraryRuns();
      if (result.kind !== "bytes") return { result };
      return { result, transfer: [result.bytes.buffer as ArrayBuffer] };
    },
    close: reader.close,
  };
}
