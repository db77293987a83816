/**
 * Finds a page of traces: the heights and positions of `count` matches after the first `after`.
 * Whole spans that lie before the page are passed over by how many they have; of the blocks that
 * remain before it only the rows of the index are read.
 */
import type { TraceQuery } from "@tandem/primitives";
import { asStored, countPositions, positions, type Reader, table } from "@tandem/store";
import { type Hits, scanIndex } from "./index-scan.js";
import { chainLimits } from "./limits.js";
import { anyTrace, type Clause, traceClauses } from "./terms.js";
import { countInSpan, spanStart } from "./trace-spans.js";

/** What matches at one height, told only when it is wanted. */
interface Row {
  readonly height: number;
  readonly count: number;
  positions(): readonly number[];
}

/** Rows in order from a height on, complete up to `reach`. */
interface Page {
  readonly rows: readonly Row[];
  readonly reach: number;
}

type ReadPage = (from: number, to: number, limit: number) => Promise<Page>;

/** Where matches can be read, and what tells how many a span has. */
interface Source {
  readonly terms: Clause;
  readonly readPage: ReadPage;
}

/** @param signal stops between two pages. */
export async function findTraces(
  reader: Reader,
  query: TraceQuery,
  signal: AbortSignal,
): Promise<Hits[]> {
  const clauses = traceClauses(query.fromAddresses, query.toAddresses);
  const { from, to } = query;
  const page = new PageOfHits(query);
  const [clause, second] = clauses;
  if (second !== undefined) {
    const scan = { reader, table: table.traceIndex, clauses, from, to };
    for await (const { height, positions } of scanIndex(scan)) {
      page.add({ height, count: positions.length, positions: () => positions });
      if (page.isFull) break;
      signal.throwIfAborted();
    }
    return page.hits;
  }
  const readPage = clause === undefined ? everyTrace(reader) : tracesOf(reader, clause);
  await fill(page, reader, { terms: clause ?? [anyTrace], readPage }, query, signal);
  return page.hits;
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
  // Every row has a match: what lies before the page in its span, and the page, are in as many.
  let limit = span + count;
  let at = from;
  while (at <= to && !page.isFull) {
    const isSpan = at === spanStart(at) && at + span - 1 <= to;
    if (isSpan && page.after > 0 && page.passOver(countInSpan(reader, terms, at))) {
      at += span;
      continue;
    }
    // Up to where a span begins that may be passed over; to the end when the page begins in this one.
    const end = page.after > 0 && !isSpan ? Math.min(to, spanStart(at) + span - 1) : to;
    const { rows, reach } = await readPage(at, end, limit);
    signal.throwIfAborted();
    for (const row of rows) {
      page.add(row);
      if (page.isFull) return;
    }
    at = reach + 1;
    limit = chainLimits.indexPageRows;
  }
}

/** Any trace: its position is its number in the block. */
function everyTrace(reader: Reader): ReadPage {
  return async (from, to, limit) => {
    const found = await reader.entries(table.traceCounts, { from, to, limit });
    const rows = found.map(([height, many]): Row => {
      const count = Number(many);
      return { height, count, positions: () => Array.from({ length: count }, (_, i) => i) };
    });
    return { rows, reach: reachOf(rows, to, limit) };
  };
}

const storedIndex = asStored(table.traceIndex);

/** Traces with one of some terms, of which each has one at most. */
function tracesOf(reader: Reader, terms: Clause): ReadPage {
  const readTerm = async (term: Uint8Array, from: number, to: number, limit: number) => {
    const range = { from: { term, height: from }, to: { term, height: to }, limit };
    const found = await reader.entries(storedIndex, range);
    return found.map(([{ height }, bytes]): Row => {
      return { height, count: countPositions(bytes), positions: () => positions.decode(bytes) };
    });
  };
  return async (from, to, limit) => {
    const lists = await Promise.all(terms.map((term) => readTerm(term, from, to, limit)));
    const reach = Math.min(...lists.map((rows) => reachOf(rows, to, limit)));
    const [only, ...others] = lists;
    if (only !== undefined && others.length === 0) return { rows: only, reach };
    return { rows: merged(lists.flat().filter(({ height }) => height <= reach)), reach };
  };
}

/** A list that was cut off says nothing of what comes after its last height. */
const reachOf = (rows: readonly Row[], to: number, limit: number): number =>
  rows.length < limit ? to : (rows.at(-1)?.height ?? to);

/** One row a height, of rows that have no position in common. */
function merged(rows: readonly Row[]): Row[] {
  const heights = new Map<number, Row[]>();
  for (const row of rows) {
    const known = heights.get(row.height);
    if (known === undefined) heights.set(row.height, [row]);
    else known.push(row);
  }
  return [...heights]
    .sort(([a], [b]) => a - b)
    .map(([height, found]) => ({
      height,
      count: found.reduce((sum, { count }) => sum + count, 0),
      positions: () => found.flatMap((row) => row.positions()).sort((a, b) => a - b),
    }));
}
