/**
 * The index keys of logs and traces. A log has an index key for its address and for each topic with
 * its place, a trace for its sender and for its recipient.
 */
import {
  type Address,
  type IndexedLog,
  isEqual,
  type LogFilter,
  rememberedKeccak256,
  type Trace,
  type TraceEnds,
  toKey,
} from "@tandem/primitives";
import { type IndexKeyAt, indexKeyBytes } from "@tandem/store";

/**
 * First byte of an index key: an address or the topic at place 0 to 3 of a log; sender or recipient
 * of a trace.
 */
const addressKind = 0;
const topicKind = 1;
const fromKind = 8;
const toKind = 9;

/** Computes an index key: a digest of the value, so that all keys have one length. */
function indexKeyOf(kind: number, value: Uint8Array): Uint8Array {
  const indexKey = rememberedKeccak256(value).slice(0, indexKeyBytes);
  indexKey[0] = kind;
  return indexKey;
}

export type IndexRow = readonly [IndexKeyAt, readonly number[]];

interface PositionRow {
  readonly indexKey: Uint8Array;
  readonly positions: number[];
}

interface RecentRow {
  readonly kind: number;
  readonly value: Uint8Array;
  readonly row: PositionRow;
}

/** Places of the rows that are found without a key, a power of two. Values that share one replace each other. */
const recentPlaces = 256;

/** Returns the place of a value by its last bytes, which differ between numbers as between hashes. */
const placeOf = (kind: number, value: Uint8Array): number => {
  const last = value.length - 1;
  const mixed = (value[last] as number) + 67 * (value[last - 1] as number) + 41 * kind;
  return mixed & (recentPlaces - 1);
};

const areSame = (one: Uint8Array, other: Uint8Array) => one === other || isEqual(one, other);

/** Collects, for each index key, its positions in a block. */
function createIndexRows(height: number) {
  const rows = new Map<string, PositionRow>();
  const recent: (RecentRow | undefined)[] = new Array(recentPlaces).fill(undefined);
  const find = (kind: number, value: Uint8Array) => {
    const indexKey = indexKeyOf(kind, value);
    const key = toKey(indexKey);
    const row = rows.get(key) ?? { indexKey, positions: [] };
    rows.set(key, row);
    return row;
  };
  return {
    add(kind: number, value: Uint8Array, position: number): void {
      const place = placeOf(kind, value);
      const found = recent[place];
      const isSame = found !== undefined && found.kind === kind && areSame(found.value, value);
      const row = isSame ? found.row : find(kind, value);
      if (!isSame) recent[place] = { kind, value, row };
      const { positions } = row;
      if (positions[positions.length - 1] !== position) positions.push(position);
    },
    rows: (): IndexRow[] =>
      [...rows.values()].map(({ indexKey, positions }) => [{ indexKey, height }, positions]),
  };
}

/** Logs or traces that are indexed without a pause: some ten microseconds. */
const indexedBeforeYield = 16;

/** Computes the rows of the log index for a canonical block. Positions are log indexes. */
export function* logRows(height: number, logs: Iterable<IndexedLog>): Generator<void, IndexRow[]> {
  const rows = createIndexRows(height);
  let logIndex = 0;
  for (const { address, topics } of logs) {
    rows.add(addressKind, address, logIndex);
    for (let place = 0; place < topics.length; place++) {
      rows.add(topicKind + place, topics[place] as Uint8Array, logIndex);
    }
    logIndex++;
    if (logIndex % indexedBeforeYield === 0) yield;
  }
  return rows.rows();
}

/** The index keys of which a log must have one. They ascend without duplicates. */
export type FilterCriterion = readonly Uint8Array[];

function criterionOf(kind: number, values: readonly Uint8Array[]): FilterCriterion {
  if (values.length === 1) return [indexKeyOf(kind, values[0] as Uint8Array)];
  const distinct = new Map(values.map((value) => [toKey(value), value]));
  return [...distinct.values()].map((value) => indexKeyOf(kind, value)).sort(Buffer.compare);
}

/** Returns the criteria of a log filter. An empty list means that every log matches. */
export function criteriaOf({ addresses, topics }: LogFilter): FilterCriterion[] {
  const criteria: FilterCriterion[] = topics.flatMap((wanted, place) =>
    wanted === undefined ? [] : [criterionOf(topicKind + place, wanted)],
  );
  if (addresses.length === 0) return criteria;
  return [criterionOf(addressKind, addresses), ...criteria];
}

/** Returns the addresses of a trace: sender and recipient, or the contract a creation made. */
export function traceEnds(trace: Trace): TraceEnds {
  switch (trace.type) {
    case "call":
      return trace.action;
    case "create": {
      const { from } = trace.action;
      return trace.result === undefined ? { from } : { from, to: trace.result.address };
    }
    case "suicide":
      return { from: trace.action.address, to: trace.action.refundAddress };
  }
}

/**
 * Computes the rows of the trace index for a canonical block, and counts its traces. Positions count
 * through the block.
 */
export function* traceRows(
  height: number,
  traces: Iterable<TraceEnds>,
): Generator<void, { readonly rows: IndexRow[]; readonly count: number }> {
  const rows = createIndexRows(height);
  let count = 0;
  for (const { from, to } of traces) {
    rows.add(fromKind, from, count);
    if (to !== undefined) rows.add(toKind, to, count);
    count++;
    if (count % indexedBeforeYield === 0) yield;
  }
  return { rows: rows.rows(), count };
}

/**
 * Returns the criteria of a trace filter. An empty list of addresses matches any; two empty lists
 * result in no criterion. A trace has one sender and one recipient, so at most one index key of a
 * criterion.
 */
export const traceCriteria = (
  from: readonly Address[],
  to: readonly Address[],
): FilterCriterion[] => [
  ...(from.length === 0 ? [] : [criterionOf(fromKind, from)]),
  ...(to.length === 0 ? [] : [criterionOf(toKind, to)]),
];
