/** Runs in a compute thread and answers requests from the database that the main thread has opened. */
import { workerData } from "node:worker_threads";
import { openChainReader, readTraces } from "@tandem/chain";
import {
  type Abort,
  type Backend,
  type ComputeRequest,
  createAnswerer,
  NeedsWriter,
} from "@tandem/rpc";
import { type Logger, steadyClock } from "@tandem/runtime";
import { type JobServer, type Notify, serveJobs, type ThreadMemory } from "@tandem/runtime/threads";
import { openSharedStore } from "@tandem/store";
import type { ReadChain } from "../backend/read-chain.js";
import { type Reads, readsOf } from "../backend/reads.js";
import { rememberCalls } from "../backend/repeated-calls.js";
import { watchCalls } from "../call-log/call-log.js";
import { LineOrder } from "../call-log/line-order.js";
import { callRulesOf } from "../call-rules.js";
import { readAnnounced } from "./shared-head.js";
import type { ThreadData, ThreadNotice } from "./thread-data.js";

/** Serves requests until the main thread ends this one. */
export const runComputeThread = (): Promise<void> => {
  const data = workerData as ThreadData;
  return serveJobs(data.memory, (notify, memory) => openServer(data, notify, memory));
};

async function openServer(
  data: ThreadData,
  notify: Notify,
  memory: ThreadMemory,
): Promise<JobServer> {
  const { directory, spec, usesEngine, errorForm, callGas, answerCharactersMax, traceCountMax } =
    data;
  const tell = (notice: ThreadNotice) => notify(notice);
  const logger = relayedLogger(tell, data.logsDebug);
  const store = await openSharedStore(directory, (row) => tell({ kind: "damage", row }));
  const announced = readAnnounced(data.head);
  const callRules = callRulesOf(errorForm);
  const reader = openChainReader({
    ...{ spec, store, usesEngine, callRules, callGas, announced },
    clock: steadyClock,
  });
  const chain: ReadChain = { ...reader, pending: () => Promise.reject(new NeedsWriter()) };
  const watch = watchCalls({
    level: data.callLevel,
    logger,
    order: new LineOrder(),
    onConsole: data.hasConsole ? (line) => tell({ kind: "console", line }) : undefined,
  });
  const traces = readTraces(store, chain.blocks.canonicalPage);
  const call = rememberCalls(watch);
  const parts = { store, traces, call, watch, traceCountMax, lowest: 0 };
  const answer = createAnswerer({
    backendFor(abort: Abort) {
      const executor = chain.executor.cancelledBy(abort);
      return withoutWriter(
        readsOf({ ...parts, chain: { ...chain, executor }, cancellation: abort }),
      );
    },
    logger,
    errorForm,
    answerCharactersMax,
  });
  return {
    async run(job, abort) {
      const result = await answer(job as ComputeRequest, abort);
      memory.counted = chain.executor.libraryRuns();
      if (result.kind !== "bytes") return { result };
      return { result, transfer: [result.bytes.buffer as ArrayBuffer] };
    },
    close: () => store.close(),
  };
}

/** Sends log lines to the main thread, in order. */
function relayedLogger(tell: (notice: ThreadNotice) => void, logsDebug: boolean): Logger {
  const at = (level: keyof Logger) => (fields: object, message: string) =>
    tell({ kind: "log", level, fields, message });
  return {
    error: at("error"),
    warn: at("warn"),
    info: at("info"),
    debug: logsDebug ? at("debug") : () => {},
  };
}

/** All other members of the port belong to the main thread. */
const writerOnly: object = new Proxy(
  {},
  {
    get() {
      throw new NeedsWriter();
    },
  },
);

const withoutWriter = (reads: Reads): Backend =>
  Object.assign(Object.create(writerOnly) as Backend, reads);
