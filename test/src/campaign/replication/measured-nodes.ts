/** Starts nodes whose use of the processor is measured, each with a log server or without one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { usageOf } from "../../bench/subject/process-usage.js";
import {
  keptSubject,
  type RunningSubject,
  type StartOptions,
} from "../../bench/subject/subject.js";
import { tandem } from "../../bench/subject/tandem.js";
import { steadyLease } from "../../support/cluster/nodes.js";
import { type NatsProcess, startNats } from "../../support/processes/nats-process.js";
import { call } from "../../support/rpc.js";

/** A bound of what was measured, and whether it is kept. */
export interface Finding {
  readonly about: string;
  readonly isKept: boolean;
}

/** The gas limit has space for more transfers than a node executes in a second. */
export const gasLimit = 1_000_000_000;

export type Options = Pick<StartOptions, "mining" | "intervalMs" | "flags">;

export interface MeasuredNodes {
  /** A folder that is removed at the end. */
  readonly folder: string;
  startLog(): Promise<NatsProcess>;
  /** Starts a node that stores its chain in a new folder. */
  start(options: Options): Promise<RunningSubject>;
}

/** Runs a measurement, and ends the nodes and the log servers that it started. */
export async function withNodes<T>(measure: (nodes: MeasuredNodes) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "tandem-replication-"));
  const { subject, stopAll } = keptSubject(tandem());
  const logs: NatsProcess[] = [];
  try {
    return await measure({
      folder,
      async startLog() {
        const log = await startNats();
        logs.push(log);
        return log;
      },
      start: (options) =>
        subject.start({ ...options, gasLimit, dataDirectory: mkdtempSync(join(folder, "node-")) }),
    });
  } finally {
    await stopAll();
    for (const log of logs) await log.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the flags of a node of a cluster. */
export const inCluster = ({ url }: NatsProcess, role: string, apply = "blocks"): string[] => [
  ...["--log", url, "--role", role, "--apply", apply],
  ...steadyLease,
];

export const heightOf = async ({ url }: Pick<RunningSubject, "url">): Promise<number> =>
  Number(await call<string>(url, "eth_blockNumber"));

/** Returns the milliseconds of the processor that a process has used. @throws {Error} without /proc. */
export function cpuMsOf({ pid }: RunningSubject): number {
  const usage = usageOf(pid);
  if (usage === undefined) throw new Error("the use of the processor is unknown: /proc is needed");
  return usage.cpuMs;
}
