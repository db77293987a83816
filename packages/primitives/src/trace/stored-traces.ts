/** Reads stored traces; each is decoded only on demand. */
import { runSync } from "@tandem/runtime";
import type { Address } from "../bytes/brands.js";
import { toBigInt, toNumber } from "../bytes/bytes.js";
import { RlpCursor } from "../rlp/rlp-cursor.js";
import {
  type CallTrace,
  type CallType,
  type CreateTrace,
  type CreationMethod,
  type Trace,
  type TraceError,
  type TracePath,
  type TracePlace,
  traceErrors,
  traceKinds,
} from "./trace.js";

/** The traces of a block, numbered through it. */
export interface StoredTraces {
  /** Position of each transaction's first trace, followed by the total number of traces. */
  readonly firsts: readonly number[];
  /** The number of indexes in the addresses of all traces. */
  readonly indexes: number;
  /**
   * Decodes the trace at a position in the block.
   * @throws {RangeError} if there is none.
   */
  trace(position: number): Trace;
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
  // Fields are listed explicitly, since spreading is several times slower.
  return {
    type: "call",
    action,
    subtraces: place.subtraces,
    path: place.path,
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

/** The maximum number of fields of a trace. */
const fieldsMax = 9;

function fieldsAt(bytes: Uint8Array, start: number, end: number): Fields {
  const cursor = new RlpCursor(bytes, start);
  const fields: Uint8Array[] = [];
  while (fields.length < fieldsMax && cursor.isBefore(end)) fields.push(cursor.take());
  return fields;
}

/** Returns the number of subtraces of a trace, its second field. */
function subtracesAt(bytes: Uint8Array, start: number): number {
  const cursor = new RlpCursor(bytes, start);
  cursor.pass();
  return toNumber(cursor.take());
}

/** A trace whose subtraces are not complete. */
interface OpenTrace {
  readonly path: TracePath | undefined;
  readonly subtraces: number;
  next: number;
}

/** Computes the positions of traces that are added in the order in which they began. */
class Places {
  readonly places: TracePlace[] = [];
  indexes = 0;
  /** The trace last added, and those that contain it. */
  #open: OpenTrace[] = [];

  beginTransaction(): void {
    this.#open = [];
  }

  add(subtraces: number): void {
    const open = this.#open;
    let parent = open.at(-1);
    while (parent !== undefined && parent.next === parent.subtraces) {
      open.pop();
      parent = open.at(-1);
    }
    const path = parent && { parent: parent.path, index: parent.next++ };
    this.indexes += open.length;
    open.push({ path, subtraces, next: 0 });
    this.places.push({ subtraces, path });
  }
}

/**
 * Finds the traces of a block, in steps: there may be hundreds of thousands.
 * @param bytes as `storeTraces` encoded them; they must not change while the traces are in use.
 */
export function* openTracesSteps(bytes: Uint8Array): Generator<void, StoredTraces> {
  const firsts = [0];
  /** Bounds of each trace's fields. */
  const starts: number[] = [];
  const ends: number[] = [];
  const found = new Places();
  const cursor = new RlpCursor(bytes);
  for (const end = cursor.enter(); cursor.isBefore(end); firsts.push(starts.length)) {
    found.beginTransaction();
    for (const last = cursor.enter(); cursor.isBefore(last); ) {
      cursor.pass();
      starts.push(cursor.start);
      ends.push(cursor.end);
      found.add(subtracesAt(bytes, cursor.start));
      yield;
    }
  }
  const { places, indexes } = found;
  return {
    firsts,
    indexes,
    trace(position) {
      const place = places[position];
      const [start, end] = [starts[position], ends[position]];
      if (place === undefined || start === undefined || end === undefined) {
        throw new RangeError(`there is no trace ${position}`);
      }
      return toTrace(fieldsAt(bytes, start, end), place);
    },
  };
}

/**
 * Decodes the traces of each transaction of a block, in steps.
 * @param bytes as `storeTraces` encoded them.
 */
export function* restoreTracesSteps(bytes: Uint8Array): Generator<void, Trace[][]> {
  const { firsts, trace } = yield* openTracesSteps(bytes);
  const block: Trace[][] = [];
  for (let transaction = 0; transaction < firsts.length - 1; transaction++) {
    const traces: Trace[] = [];
    const end = firsts[transaction + 1] ?? 0;
    for (let position = firsts[transaction] ?? 0; position < end; position++) {
      traces.push(trace(position));
      yield;
    }
    block.push(traces);
  }
  return block;
}

/**
 * Decodes the traces of each transaction of a block.
 * @param bytes as `storeTraces` encoded them.
 */
export const restoreTraces = (bytes: Uint8Array): Trace[][] => runSync(restoreTracesSteps(bytes));

/** The addresses of a trace: its sender and recipient, or the contract that a creation made. */
export interface TraceEnds {
  readonly from: Address;
  readonly to?: Address | undefined;
}

/**
 * Iterates over the addresses of a block's traces, through the whole block, without decoding the rest. Equal
 * ones mostly are one array.
 * @param bytes as `storeTraces` wrote them.
 */
export function* storedTraceEnds(bytes: Uint8Array): Generator<TraceEnds, void> {
  const cursor = new RlpCursor(bytes);
  for (const end = cursor.enter(); cursor.isBefore(end); ) {
    for (const last = cursor.enter(); cursor.isBefore(last); ) yield endsOf(cursor);
  }
}

/** Reads the addresses of the trace that is next, and passes it. */
function endsOf(cursor: RlpCursor): TraceEnds {
  const end = cursor.enter();
  const kind = traceKinds[toNumber(cursor.takeShared())] ?? "call";
  cursor.pass();
  const from = cursor.takeShared();
  if (kind !== "create" && kind !== "create2") {
    const to = cursor.takeShared();
    while (cursor.isBefore(end)) cursor.pass();
    return { from, to };
  }
  let passed = 3;
  for (; passed < fieldsMax - 1 && cursor.isBefore(end); passed++) cursor.pass();
  // Only a creation that succeeded has a ninth field, the address of its contract.
  return cursor.isBefore(end) ? { from, to: cursor.takeShared() } : { from };
}
