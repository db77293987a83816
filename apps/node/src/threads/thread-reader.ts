/** Opens the chain in another thread, from the database that the main thread has opened. */
import { openChainReader, readTraces } from "@tandem/chain";
import { type Backend, NeedsWriter } from "@tandem/rpc";
import { type Logger, runningClock } from "@tandem/runtime";
import { openSharedStore } from "@tandem/store";
import type { ReadChain } from "../backend/read-chain.js";
import { type Reads, readsOf } from "../backend/reads.js";
import { rememberCalls } from "../backend/repeated-calls.js";
import { watchCalls } from "../call-log/call-log.js";
import { LineOrder } from "../call-log/line-order.js";
import { explainerOf } from "../solidity-trace/failure-explainer.js";
import { readAnnounced } from "./shared-head.js";
import type { ReaderData, ThreadNotice } from "./thread-data.js";

/** Sends a notification to the main thread. */
export type Tell = (notice: ThreadNotice) => void;

export interface ThreadReader {
  /** The chain. Its `pending` rejects with `NeedsWriter`. */
  readonly chain: ReadChain;
  /** The reads of the port, each of which ends with the cancellation that it gets. */
  readonly reads: Reads;
  close(): Promise<void>;
}

export async function openThreadReader(
  data: ReaderData,
  tell: Tell,
  logger: Logger,
): Promise<ThreadReader> {
  const { directory, spec, execution, isHeadFinal, traceCountMax } = data;
  const store = await openSharedStore(directory, (row) => tell({ kind: "damage", row }));
  const announced = readAnnounced(data.head);
  const clock = runningClock;
  const reader = openChainReader({ spec, store, execution, isHeadFinal, announced, clock });
  const chain: ReadChain = {
    ...reader,
    pending: () => Promise.reject(new NeedsWriter()),
    time: { timestampOn: ({ timestamp }) => timestamp + 1 },
  };
  const explainer = explainerOf({
    paths: data.buildInfo,
    explainsErrors: data.explainsErrors,
    logger,
  });
  const watch = watchCalls({
    level: data.callLevel,
    logger,
    order: new LineOrder(),
    explainer,
    onConsole: data.hasConsole ? (line) => tell({ kind: "console", line }) : undefined,
  });
  const traces = readTraces(store, chain.blocks.canonicalPage);
  const call = rememberCalls(watch);
  const parts = { chain, store, traces, call, watch, explainer, traceCountMax, lowest: 0 };
  return {
    chain,
    reads: readsOf(parts),
    async close() {
      await explainer?.close();
      await store.close();
    },
  };
}

/** Returns a logger whose lines the main thread writes, in order. */
export function relayedLogger(tell: Tell, logsDebug: boolean): Logger {
  const at = (level: keyof Logger) => (fields: object, message: string) =>
    tell({ kind: "log", level, fields, message });
  return {
    error: at("error"),
    warn: at("warn"),
    info: at("info"),
    debug: logsDebug ? at("debug") : () => {},
  };
}

/** Refuses all other members of the port, which belong to the main thread. */
const writerOnly: object = new Proxy(
  {},
  {
    get(_, name) {
      // A promise that resolves to the port asks whether it is another promise.
      if (name === "then") return undefined;
      throw new NeedsWriter();
    },
  },
);

/** Returns a port with some members; the use of another one throws `NeedsWriter`. */
export const withoutWriter = (members: Partial<Backend>): Backend =>
  Object.assign(Object.create(writerOnly) as Backend, members);
