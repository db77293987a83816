/**
 * The traces of a transaction: each call, creation and self-destruction, flat and in the order in
 * which they began, as `trace_*` returns them (specification, section 2). And their stored form.
 */

import { runSync } from "@tandem/runtime";
import type { Address, BlockHash, Bytes, TxHash } from "../bytes/brands.js";
import { EncodedList } from "../rlp/encoded-list.js";
import { type BytesTarget, RlpWriter } from "../rlp/rlp-writer.js";

export type CallType = "call" | "callcode" | "delegatecall" | "staticcall";
export type CreationMethod = "create" | "create2";

/** The calls by their opcodes: CALL, CALLCODE, DELEGATECALL and STATICCALL. */
export const callOpcodes: ReadonlyMap<number, CallType> = new Map([
  [0xf1, "call"],
  [0xf2, "callcode"],
  [0xf4, "delegatecall"],
  [0xfa, "staticcall"],
]);

/**
 * Errors of a call or creation, in Parity's words if it has any. The stored form contains the
 * index, so new ones are appended.
 */
export const traceErrors = [
  "Reverted",
  "Out of gas",
  "Bad instruction",
  "Bad jump destination",
  "Stack underflow",
  "Out of stack",
  "Mutable Call In Static Context",
  "Out of bounds",
  "Built-in failed",
  "Internal error",
  "Insufficient balance",
  "Address collision",
  "Code too large",
  "Init code too large",
  "Invalid code",
] as const;

export type TraceError = (typeof traceErrors)[number];

/**
 * The position of a trace below the outermost call of its transaction. It refers to its parent's
 * position, an object that all traces below that parent share: an array of indexes per trace would
 * take memory with the square of the depth.
 */
export interface TracePath {
  /** Is undefined directly below the outermost call. */
  readonly parent: TracePath | undefined;
  /** Index among the traces directly below the parent. */
  readonly index: number;
}

export interface TracePlace {
  /** The number of traces directly below this one. */
  readonly subtraces: number;
  /** Is undefined for the outermost call. */
  readonly path: TracePath | undefined;
}

/** Returns the indexes of the traces from the outermost call down to a trace. */
export function traceAddressOf({ path }: TracePlace): number[] {
  const indexes: number[] = [];
  for (let step = path; step !== undefined; step = step.parent) indexes.push(step.index);
  return indexes.reverse();
}

/** A call. It has a result or an error, never both. Amounts are wei and units of gas. */
export interface CallTrace extends TracePlace {
  readonly type: "call";
  readonly action: {
    readonly callType: CallType;
    /** The caller; for a `delegatecall` the contract that executes the code. */
    readonly from: Address;
    /** The address whose code is executed. */
    readonly to: Address;
    /**
     * The gas available to the callee, including the stipend; for the outermost call, the
     * transaction's gas limit.
     */
    readonly gas: bigint;
    readonly input: Bytes;
    /** The value in wei; for a `delegatecall` the value its contract was called with. */
    readonly value: bigint;
  };
  readonly result?: {
    /** The gas used; for the outermost call, the receipt's. */
    readonly gasUsed: bigint;
    readonly output: Bytes;
  };
  readonly error?: TraceError;
}

/** A creation. It has a result or an error, never both. */
export interface CreateTrace extends TracePlace {
  readonly type: "create";
  readonly action: {
    readonly creationMethod: CreationMethod;
    readonly from: Address;
    readonly gas: bigint;
    readonly init: Bytes;
    readonly value: bigint;
  };
  readonly result?: {
    readonly gasUsed: bigint;
    /** The deployed code. */
    readonly code: Bytes;
    readonly address: Address;
  };
  readonly error?: TraceError;
}

/** A SELFDESTRUCT; the call that contains it may have been reverted. */
export interface SuicideTrace extends TracePlace {
  readonly type: "suicide";
  readonly action: {
    readonly address: Address;
    readonly refundAddress: Address;
    /** Wei that the refund address received. */
    readonly balance: bigint;
  };
  readonly result?: undefined;
  readonly error?: undefined;
}

export type Trace = CallTrace | CreateTrace | SuicideTrace;

/** The traces of a block: a list for each transaction, in the order in which the traces began. */
export type BlockTraces = readonly (readonly Trace[])[];

/** A trace with its transaction. */
export interface LocatedTrace {
  readonly trace: Trace;
  readonly blockHash: BlockHash;
  readonly blockNumber: number;
  readonly transactionHash: TxHash;
  /** The transaction's index in its block. */
  readonly transactionPosition: number;
}

/**
 * A query for traces between two heights, both included, with `from` not above `to`; there is no
 * trace above the head.
 */
export interface TraceQuery {
  readonly from: number;
  readonly to: number;
  /** Sender addresses; an empty list matches any. With both lists a trace must match both. */
  readonly fromAddresses: readonly Address[];
  readonly toAddresses: readonly Address[];
  /** The number of matches to skip, and the number to return. */
  readonly after: number;
  readonly count: number;
}

/** A search for transactions with traces from or to an account, in one direction. */
export interface AccountSearch {
  readonly address: Address;
  /** The lowest and highest height, both included. */
  readonly from: number;
  readonly to: number;
  /** Whether the search runs from `to` down. */
  readonly isBackward: boolean;
  /** The number of transactions after which no further block is added. */
  readonly count: number;
}

/** Kinds of traces; the first field of a stored trace is the index here. */
export const traceKinds = [
  "call",
  "callcode",
  "delegatecall",
  "staticcall",
  "create",
  "create2",
  "suicide",
] as const;

const kindOf = (trace: Trace): (typeof traceKinds)[number] => {
  if (trace.type === "call") return trace.action.callType;
  return trace.type === "create" ? trace.action.creationMethod : "suicide";
};

/** Writes a trace; the stored form omits what order and `subtraces` imply. */
function writeTrace(writer: RlpWriter, trace: Trace): void {
  const end = writer.length;
  writeOutcome(writer, trace);
  writeAction(writer, trace);
  writer.integer(trace.subtraces);
  writer.integer(traceKinds.indexOf(kindOf(trace)));
  writer.list(end);
}

/** Writes the fields before the outcome, the last one first. */
function writeAction(writer: RlpWriter, { type, action }: Trace): void {
  if (type === "suicide") {
    writer.integer(action.balance);
    writer.string(action.refundAddress);
    writer.string(action.address);
    return;
  }
  writer.string(type === "create" ? action.init : action.input);
  writer.integer(action.value);
  writer.integer(action.gas);
  if (type === "call") writer.string(action.to);
  writer.string(action.from);
}

/** Writes the fields after the action, the last one first. */
function writeOutcome(writer: RlpWriter, trace: Trace): void {
  if (trace.type === "suicide") return;
  if (trace.error !== undefined) writer.integer(traceErrors.indexOf(trace.error));
  else if (trace.result !== undefined) {
    if (trace.type === "create") writer.string(trace.result.address);
    writer.string("code" in trace.result ? trace.result.code : trace.result.output);
    writer.integer(trace.result.gasUsed);
  }
}

/**
 * Traces that are encoded between two steps, and their bytes: less than a millisecond. A contract can
 * pass a megabyte to each of a dozen others.
 */
const tracesInStep = 256;
const bytesInStep = 262_144;

/**
 * Encodes the traces of a block for storage: a list per transaction, in order.
 * @param block traces of each transaction as they began, parents before their children.
 */
export function storeTraces(block: BlockTraces): Uint8Array {
  const list = new EncodedList();
  for (const traces of block) runSync(storeTransactionTracesSteps(traces, list));
  return list.bytes();
}

/** Adds the traces of a transaction to those of its block, in the form of `storeTraces`, in steps. */
export function* storeTransactionTracesSteps(
  traces: readonly Trace[],
  block: BytesTarget,
): Generator<void, void> {
  const writer = new RlpWriter();
  let pausedAt = 0;
  for (let i = traces.length - 1; i >= 0; i--) {
    writeTrace(writer, traces[i] as Trace);
    const isLong = writer.length - pausedAt >= bytesInStep;
    if (!isLong && (i % tracesInStep !== 0 || i === 0)) continue;
    pausedAt = writer.length;
    yield;
  }
  writer.list(0);
  writer.finish(block);
}
