/** Measures log queries with some, very many and very few hits. */
import { fewLogs, fewTopic, manyLogs, manyTopic, rareHits, rareTopic } from "../history.js";
import type { Measurement } from "../scene.js";
import type { Sizes } from "../sizes.js";
import { asked, type HistorySession, type Query, queryRow, rangeOf, timeQuery } from "./query.js";

/** Number of times a query with a long answer is repeated in a measurement. */
const longAnswers = 3;
const middlingAnswers = 9;

const logQuery = (
  session: HistorySession,
  topics: readonly unknown[],
  expected: number,
): Query => ({
  method: "eth_getLogs",
  params: [{ ...rangeOf(session), address: session.history.emitter, topics }],
  mark: '"logIndex"',
  expected,
});

export function logMeasurements({ historyRange }: Sizes): readonly Measurement<HistorySession>[] {
  const many = (fewLogs + manyLogs) * historyRange;
  const few = fewLogs * historyRange;
  const about = (hits: number) => `eth_getLogs, ${historyRange} blocks, ${hits} logs`;
  return [
    asked(
      queryRow("logs-few", about(few)),
      (session) => logQuery(session, [fewTopic], few),
      () => middlingAnswers,
    ),
    rareLogs("logs-rare", about(rareHits)),
    {
      rows: [
        queryRow("logs-many", about(many)),
        { ...queryRow("logs-many-memory", `${about(many)}, peak memory`), unit: "MB" },
      ],
      async measure(session) {
        const query = logQuery(session, [[fewTopic, manyTopic]], many);
        const figure = await timeQuery(session.node, query, longAnswers);
        return [figure, { value: figure.peakMb ?? Number.NaN }];
      },
    },
  ];
}

export const rareLogs = (id: string, about: string): Measurement<HistorySession> =>
  asked(queryRow(id, about), (session) => logQuery(session, [rareTopic], rareHits));
