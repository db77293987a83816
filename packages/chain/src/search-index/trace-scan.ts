/**
 * Finds a page of traces: the heights and positions of `count` matches after the first `after`.
 * Spans before the page whose matches were already counted are skipped; of other blocks before the
 * page only index rows are read.
 */
import type { TraceQuery } from "@tandem/primitives";
import { type Cancellation, throwIfCancelled } from "@tandem/runtime";
import { type Reader, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { type FilterCriterion, traceCriteria } from "./index-keys.js";
import { type Hits, probe, scanIndex } from "./index-scan.js";
import { everyTrace, type ReadPage, type Row, tracesOf, tracesOfBoth } from "./trace-rows.js";
import { nextSpan, type SpanCounts, type SpansOfFilter, spansOf } from "./trace-spans.js";

export interface TraceScan {
  readonly reader: Reader;
  readonly query: TraceQuery;
  /** The counts of earlier scans; this one adds to them. */
  readonly counts: SpanCounts;
  /** Ends the scan between two pages. */
  readonly cancellation: Cancellation;
}

export async function findTraces(scan: TraceScan): Promise<Hits[]> {
  const { reader, query } = scan;
  const criteria = traceCriteria(query.fromAddresses, query.toAddresses);
  const spans = spansOf(scan.counts, reader, criteria);
  const page = new PageOfHits(query);
  const sources = criteria.map((indexKeys) => tracesOf(reader, indexKeys));
  const [source, second] = sources;
  if (second === undefined) {
    const readPage = source ?? everyTrace(reader);
    await fill(page, { readPage, isDense: true, spans }, scan);
  } else if (!(await fillByRare(page, criteria, scan))) {
    await fill(page, { readPage: tracesOfBoth(sources), isDense: false, spans }, scan);
  }
  return page.hits;
}

/**
 * Fills a page from the rarest criterion. Returns false if no criterion has few enough rows to read
 * the others at each height.
 */
async function fillByRare(
  page: PageOfHits,
  criteria: readonly FilterCriterion[],
  { reader, query: { from, to }, cancellation }: TraceScan,
): Promise<boolean> {
  const scan = { reader, table: table.traceIndex, criteria, from, to, cancellation };
  const probed = await probe(scan);
  if (!probed.some(({ reach }) => reach === to)) return false;
  for await (const { height, positions } of scanIndex(scan, probed)) {
    page.add({ height, count: positions.length, positions: () => positions });
    if (page.isFull) break;
  }
  return true;
}

/** Skips the matches before a page, and collects those in it. */
class PageOfHits {
  readonly hits: Hits[] = [];
  #after: number;
  #left: number;

  constructor({ after, count }: TraceQuery) {
    this.#after = after;
    this.#left = count;
  }

  get isFull(): boolean {
    return this.#left === 0;
  }

  /** Returns how many matches are still to be skipped. */
  get after(): number {
    return this.#after;
  }

  /** Returns how many matches are still to be taken. */
  get left(): number {
    return this.#left;
  }

  /** Skips `count` matches if the page begins after them. @returns whether they were skipped. */
  passOver(count: number): boolean {
    if (count > this.#after) return false;
    this.#after -= count;
    return true;
  }

  add(row: Row): void {
    if (this.passOver(row.count)) return;
    const taken = row.positions().slice(this.#after, this.#after + this.#left);
    this.#after = 0;
    this.#left -= taken.length;
    if (taken.length > 0) this.hits.push({ height: row.height, positions: taken });
  }
}

/** A source of matches. */
interface Source {
  readonly readPage: ReadPage;
  /** Whether every row that is read is a match. */
  readonly isDense: boolean;
  readonly spans: SpansOfFilter;
}

async function fill(
  page: PageOfHits,
  { readPage, isDense, spans }: Source,
  { query: { from, to }, cancellation }: TraceScan,
): Promise<void> {
  const { traceSpanBlocks: span, indexPageRows } = chainLimits;
  let at = from;
  while (at <= to && !page.isFull) {
    const isSpan = at === nextSpan(at) && at + span - 1 <= to;
    const known = page.after > 0 && isSpan ? spans.at(at) : undefined;
    if (known !== undefined && page.passOver(known)) {
      at += span;
      continue;
    }
    // Reads up to the next span that may be skipped; otherwise as far as a page may reach.
    const before = nextSpan(at) - 1;
    const mayPass = page.after > 0 && before >= at && spans.at(before + 1) !== undefined;
    const end = mayPass ? Math.min(to, before) : to;
    const rowsBefore = known === undefined ? page.after : Math.min(span, page.after);
    // If not all rows match, the number of rows needed is unknown: few are read while few may
    // suffice.
    const sparse = rowsBefore <= span ? span + page.left : indexPageRows;
    const limit = Math.min(indexPageRows, isDense ? rowsBefore + page.left : sparse);
    const { rows, reach } = await readPage(at, end, limit);
    throwIfCancelled(cancellation);
    for (const row of rows) {
      page.add(row);
      if (page.isFull) break;
    }
    spans.learn(rows, at, reach);
    at = reach + 1;
  }
}
