/** Measures the time of queries on a history, and checks their answers. */
import { post } from "../../support/rpc.js";
import { HttpConnection } from "../generator/http-connection.js";
import { rpcRequest } from "../generator/request.js";
import { type History, hexOf } from "../history.js";
import { costOf, inMegabytes } from "../rate.js";
import type { Figure, Measurement, Row } from "../scene.js";
import type { Sizes } from "../sizes.js";
import { medianOf } from "../statistics.js";
import { threadsCpuMsOf } from "../subject/process-usage.js";
import type { RunningSubject } from "../subject/subject.js";

/** Number of repetitions before the measurement. */
const warmUps = 2;

export interface HistorySession {
  readonly node: RunningSubject;
  readonly sizes: Sizes;
  readonly history: History;
}

export const queryRow = (id: string, about: string): Row => ({
  id,
  about,
  unit: "ms",
  better: "less",
});

/** Returns the first blocks of the history; by default as many as a query spans. */
export const rangeOf = (
  { history, sizes }: HistorySession,
  length = sizes.historyRange,
): { readonly fromBlock: string; readonly toBlock: string } => ({
  fromBlock: hexOf(history.from),
  toBlock: hexOf(history.from + length - 1),
});

export interface Query {
  readonly method: string;
  readonly params: readonly unknown[];
  /** A text that is in the answer once for each hit, and the expected number of hits. */
  readonly mark: string;
  readonly expected: number;
}

/**
 * Returns the median milliseconds of several answers to the same query, one after the other.
 * @throws {Error} if the answer has another number of hits: a wrong answer is no figure.
 */
export async function timeQuery(
  node: RunningSubject,
  query: Query,
  times: number,
): Promise<Figure> {
  await assertHits(node, query);
  const request = rpcRequest(query.method, query.params);
  const connection = await HttpConnection.open(node.port);
  try {
    for (let i = 0; i < warmUps; i++) await connection.ask(request);
    const taken: number[] = [];
    const cpuBefore = threadsCpuMsOf(node.pid) ?? Number.NaN;
    const { peakBytes } = await costOf(node, async () => {
      for (let i = 0; i < times; i++) {
        const began = performance.now();
        await connection.ask(request);
        taken.push(performance.now() - began);
      }
    });
    const cpuMs = (threadsCpuMsOf(node.pid) ?? Number.NaN) - cpuBefore;
    return {
      value: medianOf(taken),
      cpuMsPer1000: (1_000 * cpuMs) / times,
      peakMb: inMegabytes(peakBytes),
    };
  } finally {
    connection.close();
  }
}

async function assertHits(
  { url, name }: RunningSubject,
  { method, params, mark, expected }: Query,
): Promise<void> {
  const answer = await post(url, { jsonrpc: "2.0", id: 1, method, params });
  const text = await answer.text();
  const found = text.split(mark).length - 1;
  if (found === expected) return;
  throw new Error(`${name}: ${method} has ${found}, not ${expected}: ${text.slice(0, 300)}`);
}

/** Declares a row of one query. */
export const asked = (
  row: Row,
  queryOf: (session: HistorySession) => Query,
  timesOf: (sizes: Sizes) => number = ({ shortQueries }) => shortQueries,
): Measurement<HistorySession> => ({
  rows: [row],
  measure: async (session) => [
    await timeQuery(session.node, queryOf(session), timesOf(session.sizes)),
  ],
});
