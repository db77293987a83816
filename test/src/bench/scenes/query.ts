/** Questions about a history: how long they take, and that the answer is the right one. */
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

/** Times a question is asked before it is timed. */
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

/** The first blocks of the history; as many as a query spans unless said otherwise. */
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
  /** What stands in the answer once for each thing found, and how many that are. */
  readonly mark: string;
  readonly expected: number;
}

/**
 * Milliseconds of the middle one of some answers to the same question, one after the other.
 * @throws {Error} when the answer has another number of hits: what is fast because it is wrong is
 *   no figure.
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

/** A row that asks one question. */
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
