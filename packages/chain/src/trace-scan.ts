/**
 * Finds a page of traces: the heights and positions of `count` matches after the first `after`.
 * Whole spans that lie before the page are passed over by how many they have; of the blocks that
 * remain before it only the rows of the index are read.
 */
import { setImmediate } from "node:timers/promises";
import type { TraceQuery } from "@tandem/primitives";
import { type Reader, table } from "@tandem/store";
import { type Hits, scanIndex } from "./index-scan.js";
import { chainLimits } from "./limits.js";
import { anyTrace, type Clause, traceClauses } from "./terms.js";
import { everyTrace, type ReadPage, type Row, tracesOf, tracesOfBoth } from "./trace-rows.js";
import { countInSpan, spanStart } from "./trace-spans.js";

/** Where matches can be read. */
interface Source {
  readonly readPage: ReadPage;
  /** What each match has one of; undefined where only the rows tell what matches. */
  readonly terms: Clause | undefined;
}

/** @param signal stops between two pages. */
export async function findTraces(
  reader: Reader,
  query: TraceQuery,
  signal: AbortSignal,
): Promise<Hits[]> {
  const clauses = traceClauses(query.fromAddresses, query.toAddresses);
  const page = new PageOfHits(query);
  const [clause, second] = clauses;
  if (second === undefined) {
    const readPage = clause === undefined ? everyTrace(reader) : tracesOf(reader, clause);
    await fill(page, reader, { readPage, terms: clause ?? [anyTrace] }, query, signal);
  } else if (clauses.some((terms) => isRare(reader, terms, query))) {
    await fillByIndex(page, reader, clauses, query, signal);
  } else {
    const readPage = tracesOfBoth(clauses.map((terms) => tracesOf(reader, terms)));
    await fill(page, reader, { readPage, terms: undefined }, query, signal);
  }
  return page.hits;
}

/** Whether the blocks that have one of the terms are so few that the others can be asked about each. */
function isRare(reader: Reader, terms: Clause, { from, to }: TraceQuery): boolean {
  // Of very many, counting them would cost what it is to save.
  if (terms.length > chainLimits.scanSlice) return false;
  let count = 0;
  for (let at = spanStart(from); at <= to; at += chainLimits.traceSpanBlocks) {
    count += countInSpan(reader, terms, at);
    if (count > chainLimits.indexProbeRows) return false;
  }
  return true;
}

async function fillByIndex(
  page: PageOfHits,
  reader: Reader,
  clauses: readonly Clause[],
  { from, to }: TraceQuery,
  signal: AbortSignal,
): Promise<void> {
  const scan = { reader, table: table.traceIndex, clauses, from, to };
  for await (const { height, positions } of scanIndex(scan)) {
    page.add({ height, count: positions.length, positions: () => positions });
    if (page.isFull) return;
    signal.throwIfAborted();
  }
}

/** Leaves out what is before the page, takes what is in it. */
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

  /** Matches still to be left out. */
  get after(): number {
    return this.#after;
  }

  /** Leaves out `count` matches, if the page begins after them. @returns whether it does. */
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

async function fill(
  page: PageOfHits,
  reader: Reader,
  { terms, readPage }: Source,
  { from, to, count }: TraceQuery,
  signal: AbortSignal,
): Promise<void> {
  const span = chainLimits.traceSpanBlocks;
  // Every row has a match, so what lies before the page in its span, and the page, are in as many.
  let limit = (page.after > 0 ? span : 0) + count;
  let at = from;
  while (at <= to && !page.isFull) {
    const mayPass = terms !== undefined && page.after > 0;
    const isSpan = at === spanStart(at) && at + span - 1 <= to;
    if (mayPass && isSpan && page.passOver(countInSpan(reader, terms, at))) {
      at += span;
      if (terms.length > chainLimits.scanSlice) await turn(signal);
      continue;
    }
    // Up to where the next span begins, which may be passed over; to the end from where the page is.
    const end = mayPass && !isSpan ? Math.min(to, spanStart(at) + span - 1) : to;
    const { rows, reach } = await readPage(at, end, limit);
    signal.throwIfAborted();
    for (const row of rows) {
      page.add(row);
      if (page.isFull) return;
    }
    at = reach + 1;
    if (end === to) limit = chainLimits.indexPageRows;
  }
}

/** Lets others have their turn, and stops for a client that has gone. */
export async function turn(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
