/** Traces as they come from the disk: only those that are asked for are decoded. */
import { toBigInt, toNumber } from "../bytes/bytes.js";
import { RlpCursor } from "../rlp/rlp-cursor.js";
import {
  type CallTrace,
  type CallType,
  type CreateTrace,
  type CreationMethod,
  type Trace,
  type TraceError,
  type TracePlace,
  traceErrors,
  traceKinds,
} from "./trace.js";

/** The traces of a block, counted through it. */
export interface StoredTraces {
  /** Position of each transaction's first trace, and at the end how many traces there are in all. */
  readonly firsts: readonly number[];
  /** @param transaction whose trace it is. @param position of the trace in the block. */
  trace(transaction: number, position: number): Trace;
}

type Fields = readonly Uint8Array[];

const at = (fields: Fields, index: number) => fields[index] as Uint8Array;

function errorOf(field: Uint8Array | undefined): { readonly error: TraceError } {
  return { error: traceErrors[toNumber(field ?? new Uint8Array(0))] ?? "Internal error" };
}

function toCall(fields: Fields, callType: CallType, place: TracePlace): CallTrace {
  const action = {
    callType,
    from: at(fields, 2),
    to: at(fields, 3),
    gas: toBigInt(at(fields, 4)),
    input: at(fields, 6),
    value: toBigInt(at(fields, 5)),
  };
  if (fields.length < 9) return { type: "call", action, ...place, ...errorOf(fields[7]) };
  const result = { gasUsed: toBigInt(at(fields, 7)), output: at(fields, 8) };
  // Written out: what is spread is made several times over.
  return {
    type: "call",
    action,
    subtraces: place.subtraces,
    traceAddress: place.traceAddress,
    result,
  };
}

function toCreate(fields: Fields, creationMethod: CreationMethod, place: TracePlace): CreateTrace {
  const action = {
    creationMethod,
    from: at(fields, 2),
    gas: toBigInt(at(fields, 3)),
    init: at(fields, 5),
    value: toBigInt(at(fields, 4)),
  };
  if (fields.length < 9) return { type: "create", action, ...place, ...errorOf(fields[6]) };
  const gasUsed = toBigInt(at(fields, 6));
  const result = { gasUsed, code: at(fields, 7), address: at(fields, 8) };
  return { type: "create", action, ...place, result };
}

function toTrace(fields: Fields, place: TracePlace): Trace {
  const kind = traceKinds[toNumber(at(fields, 0))] ?? "call";
  if (kind === "suicide") {
    const action = {
      address: at(fields, 2),
      refundAddress: at(fields, 3),
      balance: toBigInt(at(fields, 4)),
    };
    return { type: "suicide", action, ...place };
  }
  if (kind === "create" || kind === "create2") return toCreate(fields, kind, place);
  return toCall(fields, kind, place);
}

/** Fields of a trace: none has more. */
const fieldsMax = 9;

function fieldsAt(bytes: Uint8Array, start: number, end: number): Fields {
  const cursor = new RlpCursor(bytes, start);
  const fields: Uint8Array[] = [];
  while (fields.length < fieldsMax && cursor.isBefore(end)) fields.push(cursor.take());
  return fields;
}

/** Returns how many traces are below one, the second of its fields. */
function subtracesAt(bytes: Uint8Array, start: number): number {
  const cursor = new RlpCursor(bytes, start);
  cursor.pass();
  return toNumber(cursor.take());
}

/** Computes the position of each trace of a transaction from the numbers of traces below each. */
function placesOf(subtraces: readonly number[]): TracePlace[] {
  const open: { readonly address: readonly number[]; readonly count: number; next: number }[] = [];
  return subtraces.map((count) => {
    let parent = open.at(-1);
    while (parent !== undefined && parent.next === parent.count) {
      open.pop();
      parent = open.at(-1);
    }
    const traceAddress = parent === undefined ? [] : [...parent.address, parent.next++];
    open.push({ address: traceAddress, count, next: 0 });
    return { subtraces: count, traceAddress };
  });
}

/** @param bytes as `storeTraces` wrote them, not to be changed while the traces are in use. */
export function openTraces(bytes: Uint8Array): StoredTraces {
  const firsts = [0];
  /** Bounds of each trace's fields. */
  const starts: number[] = [];
  const ends: number[] = [];
  const cursor = new RlpCursor(bytes);
  for (const end = cursor.enter(); cursor.isBefore(end); firsts.push(starts.length)) {
    for (const last = cursor.enter(); cursor.isBefore(last); ) {
      cursor.pass();
      starts.push(cursor.start);
      ends.push(cursor.end);
    }
  }
  const places: TracePlace[][] = [];
  const placesIn = (transaction: number) =>
    placesOf(
      starts
        .slice(firsts[transaction], firsts[transaction + 1])
        .map((start) => subtracesAt(bytes, start)),
    );
  return {
    firsts,
    trace(transaction, position) {
      places[transaction] ??= placesIn(transaction);
      const place = places[transaction]?.[position - (firsts[transaction] ?? 0)];
      const [start, end] = [starts[position], ends[position]];
      if (place === undefined || start === undefined || end === undefined) {
        throw new RangeError(`transaction ${transaction} has no trace ${position}`);
      }
      return toTrace(fieldsAt(bytes, start, end), place);
    },
  };
}

/** @param bytes as `storeTraces` wrote them. @returns the traces of each transaction. */
export function restoreTraces(bytes: Uint8Array): Trace[][] {
  const { firsts, trace } = openTraces(bytes);
  return firsts.slice(1).map((end, transaction) => {
    const first = firsts[transaction] ?? 0;
    return Array.from({ length: end - first }, (_, i) => trace(transaction, first + i));
  });
}
