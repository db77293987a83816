/** Describes the chain of the main thread to the threads that read it. */
import type { Chain } from "@tandem/chain";
import { type ComputePort, defaultLimits, limitsOfThread } from "@tandem/rpc";
import type { Store } from "@tandem/store";
import type { CallLogOptions } from "../call-log/call-log.js";
import { readingOf } from "../call-rules.js";
import type { Config } from "../config/settings.js";
import { rpcOptionsOf } from "../rpc-options.js";
import type { ReaderData, ThreadData, ThreadNotice } from "./thread-data.js";

/** The chain of the main thread, and what its threads report to. */
export interface ThreadSource {
  readonly chain: Chain;
  readonly store: Store;
  readonly config: Config;
  /** The directory of the database. */
  readonly directory: string;
  readonly calls: CallLogOptions;
  /** The threads that answer heavy requests, if there are any. */
  readonly compute?: ComputePort | undefined;
}

/** @param head the buffer of `HeadAnnouncer`. */
export const readerDataOf = (
  { chain, config, calls, directory }: ThreadSource,
  head: SharedArrayBuffer,
): ReaderData => ({
  head,
  directory,
  spec: chain.spec,
  ...readingOf(config),
  traceCountMax: config["trace-count-max"],
  callLevel: calls.level,
  hasConsole: calls.onConsole !== undefined,
  buildInfo: config["build-info"],
  explainsErrors: calls.explainer?.explainsErrors ?? false,
});

/**
 * @param memory the buffer of `ThreadMemory`.
 * @param threads the number of compute threads, by which the limits of the node are divided.
 */
export const computeDataOf = (
  source: ThreadSource,
  head: SharedArrayBuffer,
  memory: SharedArrayBuffer,
  threads: number,
): ThreadData => ({
  ...readerDataOf(source, head),
  kind: "compute",
  memory,
  errorForm: source.config.errors,
  limits: {
    ...defaultLimits,
    ...limitsOfThread(threads),
    ...rpcOptionsOf(source.config).limits,
  },
  logsDebug: source.config["log-level"] === "debug",
});

/** Handles a notification of a thread. */
export function takeNotice(
  notice: ThreadNotice,
  { calls, store }: Pick<ThreadSource, "calls"> & { readonly store: Store | undefined },
): void {
  switch (notice.kind) {
    case "log":
      calls.order.write(() => calls.logger[notice.level](notice.fields, notice.message));
      break;
    case "console":
      calls.order.write(() => calls.onConsole?.(notice.line));
      break;
    case "damage":
      store?.damaged(notice.row);
  }
}
