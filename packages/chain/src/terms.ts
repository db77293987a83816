/**
 * What logs and traces are found by. A log has a term for its address and for each topic at its
 * place, a trace for the address it is from and the one it is to.
 */
import {
  type Address,
  type LogFilter,
  rememberedKeccak256,
  type StoredBlock,
  type Trace,
  toKey,
} from "@tandem/primitives";
import { type TermAt, termBytes } from "@tandem/store";

/** First byte of a term: an address, the topic at place 0 to 3; the two ends of a trace. */
const addressKind = 0;
const topicKind = 1;
const fromKind = 8;
const toKind = 9;

/** A digest instead of the value: terms have one length, whatever the value ends in. */
function termOf(kind: number, value: Uint8Array): Uint8Array {
  const term = rememberedKeccak256(value).slice(0, termBytes);
  term[0] = kind;
  return term;
}

export type IndexRow = readonly [TermAt, readonly number[]];

/** Gathers, a term at a time, the positions a block has it at. */
export function createTermRows(height: number) {
  const rows = new Map<string, { term: Uint8Array; positions: number[] }>();
  /** Rows by what they stand for: most values of a block come again and again. */
  const known = new Map<string, { positions: number[] }>();
  const find = (kind: number, value: Uint8Array) => {
    const term = termOf(kind, value);
    const key = toKey(term);
    const row = rows.get(key) ?? { term, positions: [] };
    rows.set(key, row);
    return row;
  };
  return {
    add(kind: number, value: Uint8Array, position: number): void {
      const key = `${kind} ${toKey(value)}`;
      const row = known.get(key) ?? find(kind, value);
      known.set(key, row);
      if (row.positions.at(-1) !== position) row.positions.push(position);
    },
    rows: (): IndexRow[] =>
      [...rows.values()].map(({ term, positions }) => [{ term, height }, positions]),
  };
}

/** Rows of the log index that a canonical block stands for. Positions are log indexes. */
export function* logRows({ header, receipts }: StoredBlock): Generator<void, IndexRow[]> {
  const terms = createTermRows(header.number);
  let logIndex = 0;
  for (const { logs } of receipts) {
    for (const { address, topics } of logs) {
      terms.add(addressKind, address, logIndex);
      topics.forEach((topic, place) => {
        terms.add(topicKind + place, topic, logIndex);
      });
      logIndex++;
      yield;
    }
  }
  return terms.rows();
}

/** A log must have one of the terms of each clause. They ascend, and none is there twice. */
export type Clause = readonly Uint8Array[];

function clauseOf(kind: number, values: readonly Uint8Array[]): Clause {
  if (values.length === 1) return [termOf(kind, values[0] as Uint8Array)];
  const distinct = new Map(values.map((value) => [toKey(value), value]));
  return [...distinct.values()].map((value) => termOf(kind, value)).sort(Buffer.compare);
}

/** No clause means that every log matches. */
export function clausesOf({ addresses, topics }: LogFilter): Clause[] {
  const clauses: Clause[] = topics.flatMap((wanted, place) =>
    wanted === undefined ? [] : [clauseOf(topicKind + place, wanted)],
  );
  if (addresses.length === 0) return clauses;
  return [clauseOf(addressKind, addresses), ...clauses];
}

/** Traces of a block, a list a transaction. */
export type BlockTraces = readonly (readonly Trace[])[];

/** The address a trace goes to: of a creation the contract that came of it, if one did. */
export function traceEnds(trace: Trace): { readonly from: Address; readonly to?: Address } {
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

/** Rows of the trace index that a canonical block stands for. Positions count through the block. */
export function* traceRows(height: number, traces: BlockTraces): Generator<void, IndexRow[]> {
  const terms = createTermRows(height);
  for (const [position, trace] of traces.flat().entries()) {
    const { from, to } = traceEnds(trace);
    terms.add(fromKind, from, position);
    if (to !== undefined) terms.add(toKind, to, position);
    yield;
  }
  return terms.rows();
}

/**
 * No address on a side means any; none on both sides gives no clause. A trace, which is from one
 * address and to one, has at most one term of a clause.
 */
export const traceClauses = (from: readonly Address[], to: readonly Address[]): Clause[] => [
  ...(from.length === 0 ? [] : [clauseOf(fromKind, from)]),
  ...(to.length === 0 ? [] : [clauseOf(toKind, to)]),
];
