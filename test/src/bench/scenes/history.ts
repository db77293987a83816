/** Measures queries of logs and traces on a chain with a known number of them in every block. */
import { setTimeout as pause } from "node:timers/promises";
import { rpcRequest } from "../generator/request.js";
import { buildHistory, fewLogs, growTo, manyLogs, rareHits } from "../history.js";
import { type Measurement, type Scene, scene } from "../scene.js";
import type { Sizes } from "../sizes.js";
import { logMeasurements, rareLogs } from "./logs.js";
import { type HistorySession, queryRow, rangeOf } from "./query.js";
import { rareTraces, traceMeasurements } from "./traces.js";

/** Milliseconds between two requests of the client beside the slow reader. */
const probeEveryMs = 4;
const slowPauseMs = 20;

/** Reads all logs slowly. */
function slowReader({ historyRange, loadMs }: Sizes): Measurement<HistorySession> {
  const many = (fewLogs + manyLogs) * historyRange;
  const about = `p99 of eth_blockNumber while a client reads ${many} logs slowly`;
  return {
    rows: [queryRow("starve-slow-reader", about)],
    async measure(session, { generator, other }) {
      const { port } = session.node;
      const filter = { ...rangeOf(session), address: session.history.emitter };
      const [{ p99 }, taken] = await Promise.all([
        other.run({
          kind: "probe",
          port,
          everyMs: probeEveryMs,
          durationMs: loadMs,
          request: rpcRequest("eth_blockNumber"),
        }),
        generator.run({
          kind: "slow-read",
          port,
          pauseMs: slowPauseMs,
          durationMs: loadMs,
          request: rpcRequest("eth_getLogs", [filter]),
        }),
      ]);
      if (taken.answers === 0) throw new Error("the slow reader got nothing");
      return [{ value: p99 }];
    },
  };
}

/** Repeats the same queries for the same blocks after the chain has grown. */
function longChain({
  historyRange,
  longChainBlocks,
}: Sizes): readonly Measurement<HistorySession>[] {
  const on = `${historyRange} blocks of a chain of ${longChainBlocks}`;
  return [
    rareLogs("logs-rare-long", `eth_getLogs, ${on}, ${rareHits} logs`),
    rareTraces("trace-filter-rare-long", `trace_filter, ${on}, address in ${rareHits} of them`),
  ].map((measurement) => ({
    ...measurement,
    isOursOnly: true,
    async measure(session, tools) {
      await growTo(session.node, longChainBlocks);
      return measurement.measure(session, tools);
    },
  }));
}

export const historyScene = (sizes: Sizes): Scene =>
  scene<HistorySession>({
    name: "history",
    async prepare(subject) {
      const node = await subject.start({ mining: "manual", gasLimit: 30_000_000 });
      const history = await buildHistory(node, sizes);
      await pause(sizes.idleMs);
      return { node, sizes, history };
    },
    close: ({ node }) => node.stop(),
    measurements: [
      ...logMeasurements(sizes),
      ...traceMeasurements(sizes),
      slowReader(sizes),
      ...longChain(sizes),
    ],
  });
