/** Measures trace queries: pages with frequent and with rare hits, and single look-ups. */
import { allTraces, emitterTraces, hexOf, rareAccount, rareHits } from "../history.js";
import type { Measurement } from "../scene.js";
import type { Sizes } from "../sizes.js";
import { asked, type HistorySession, type Query, queryRow, rangeOf } from "./query.js";

/** The maximum number of traces of a page (specification section 8). */
const pageTraces = 100;
/** The fraction of a filter's matches that a later page skips. */
const skippedShare = 0.9;

const mark = '"traceAddress"';

const filterQuery = (filter: Readonly<Record<string, unknown>>, left: number): Query => ({
  method: "trace_filter",
  params: [{ count: pageTraces, ...filter }],
  mark,
  expected: Math.min(pageTraces, left),
});

const about = (blocks: number, what: string) => `trace_filter, ${blocks} blocks, ${what}`;

export function traceMeasurements(sizes: Sizes): readonly Measurement<HistorySession>[] {
  const { historyRange, traceRange } = sizes;
  const toEmitter =
    (length: number, after = 0) =>
    (session: HistorySession) =>
      filterQuery(
        { ...rangeOf(session, length), toAddress: [session.history.emitter], after },
        emitterTraces(sizes, length) - after,
      );
  const skipped = Math.floor(emitterTraces(sizes, historyRange) * skippedShare);
  const anySkipped = Math.floor(allTraces(sizes, historyRange) * skippedShare);
  return [
    asked(
      queryRow("trace-filter-short", about(traceRange, "address in all of them")),
      toEmitter(traceRange),
    ),
    // Peers refuse a range of this size.
    ...[
      asked(
        queryRow("trace-filter-common", about(historyRange, "address in all of them")),
        toEmitter(historyRange),
      ),
      asked(
        queryRow("trace-filter-after", about(historyRange, `the same after ${skipped}`)),
        toEmitter(historyRange, skipped),
      ),
      rareTraces("trace-filter-rare", about(historyRange, `address in ${rareHits} of them`)),
      asked(
        queryRow("trace-filter-any", about(historyRange, `any address, after ${anySkipped}`)),
        (session) =>
          filterQuery(
            { ...rangeOf(session), after: anySkipped },
            allTraces(sizes, historyRange) - anySkipped,
          ),
      ),
    ].map((measurement) => ({ ...measurement, isOursOnly: true })),
    ...lookUps(),
  ];
}

export const rareTraces = (id: string, what: string): Measurement<HistorySession> =>
  asked(queryRow(id, what), (session) =>
    filterQuery({ ...rangeOf(session), toAddress: [rareAccount] }, rareHits),
  );

const lookUps = (): readonly Measurement<HistorySession>[] => [
  asked(queryRow("trace-block", "trace_block, 3 traces"), ({ history, sizes }) => ({
    method: "trace_block",
    params: [hexOf(history.from + sizes.historyBlocks - 1)],
    mark,
    expected: 3,
  })),
  asked(queryRow("trace-transaction", "trace_transaction"), ({ history }) => ({
    method: "trace_transaction",
    params: [history.hashes[0]],
    mark,
    expected: 1,
  })),
];
