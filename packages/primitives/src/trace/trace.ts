/**
 * What happened inside a transaction: each call, creation and self-destruction, flat and in the
 * order they began, as `trace_*` shows them (specification, section 2). And the disk's form of it.
 */

import { runSync } from "@tandem/runtime";
import type { Address, BlockHash, Bytes, TxHash } from "../bytes/brands.js";
import { fromBigInt } from "../bytes/bytes.js";
import { encodeListSteps, listOf } from "../rlp/rlp-list.js";

export type CallType = "call" | "callcode" | "delegatecall" | "staticcall";
export type CreationMethod = "create" | "create2";

/**
 * Lists why a call or creation can fail, in Parity's words as far as it has any, else in ours. The place in the
 * list is what the disk holds: new ones go to the end.
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
 * The position of a trace below the outermost call of its transaction. It leads to its parent's, which
 * is the same object for all traces below that one: an array of indexes for each trace would take
 * memory with the square of the depth.
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

/** Returns the indexes that lead from the outermost call down to a trace. */
export function traceAddressOf({ path }: TracePlace): number[] {
  const indexes: number[] = [];
  for (let step = path; step !== undefined; step = step.parent) indexes.push(step.index);
  return indexes.reverse();
}

/** Has a result or an error, never both. Amounts in wei and units of gas. */
export interface CallTrace extends TracePlace {
  readonly type: "call";
  readonly action: {
    readonly callType: CallType;
    /** The caller; for a `delegatecall` the contract that runs the code. */
    readonly from: Address;
    /** The address whose code runs. */
    readonly to: Address;
    /** Given to the callee, stipend included; to the outermost call, the transaction's gas limit. */
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

/** Has a result or an error, never both. */
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
    /** The code as it was deployed. */
    readonly code: Bytes;
    readonly address: Address;
  };
  readonly error?: TraceError;
}

/** A SELFDESTRUCT; what it belongs to may have failed after all. */
export interface SuicideTrace extends TracePlace {
  readonly type: "suicide";
  readonly action: {
    readonly address: Address;
    readonly refundAddress: Address;
    /** Wei the refund address was given. */
    readonly balance: bigint;
  };
  readonly result?: undefined;
  readonly error?: undefined;
}

export type Trace = CallTrace | CreateTrace | SuicideTrace;

/** The traces of a block: a list for each transaction, in the order the traces began. */
export type BlockTraces = readonly (readonly Trace[])[];

/** A trace and the transaction it is of. */
export interface LocatedTrace {
  readonly trace: Trace;
  readonly blockHash: BlockHash;
  readonly blockNumber: number;
  readonly transactionHash: TxHash;
  /** The transaction's index in its block. */
  readonly transactionPosition: number;
}

/** Heights, both included, `from` not above `to`; above the head there is nothing to find. */
export interface TraceQuery {
  readonly from: number;
  readonly to: number;
  /** Empty: any. With both lists a trace must match both. */
  readonly fromAddresses: readonly Address[];
  readonly toAddresses: readonly Address[];
  /** Matches to leave out before the first one given, and how many to give. */
  readonly after: number;
  readonly count: number;
}

/** First byte of a stored trace: its place here. */
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

/**
 * Returns the seven fields before the outcome; the disk omits those that order and `subtraces`
 * imply.
 */
function actionFields(trace: Trace): Uint8Array[] {
  const head = [fromBigInt(traceKinds.indexOf(kindOf(trace))), fromBigInt(trace.subtraces)];
  if (trace.type === "suicide") {
    const { address, refundAddress, balance } = trace.action;
    return [...head, address, refundAddress, fromBigInt(balance)];
  }
  if (trace.type === "create") {
    const { from, gas, value, init } = trace.action;
    return [...head, from, fromBigInt(gas), fromBigInt(value), init];
  }
  const { from, to, gas, value, input } = trace.action;
  return [...head, from, to, fromBigInt(gas), fromBigInt(value), input];
}

function outcomeFields(trace: Trace): Uint8Array[] {
  if (trace.type === "suicide") return [];
  if (trace.error !== undefined) return [fromBigInt(traceErrors.indexOf(trace.error))];
  if (trace.result === undefined) return [];
  const gasUsed = fromBigInt(trace.result.gasUsed);
  if (trace.type === "create") return [gasUsed, trace.result.code, trace.result.address];
  return [gasUsed, trace.result.output];
}

const fieldsOf = (trace: Trace) => [...actionFields(trace), ...outcomeFields(trace)];

/**
 * Encodes the traces of a block for the disk: a list per transaction, in order.
 * @param block traces of each transaction as they began, parents before their children.
 */
export const storeTraces = (block: BlockTraces): Uint8Array => runSync(storeTracesSteps(block));

/** Encodes the traces of a block for the disk, in steps. */
export function* storeTracesSteps(block: BlockTraces): Generator<void, Uint8Array> {
  const stored: Uint8Array[] = [];
  for (const traces of block) {
    stored.push(yield* encodeListSteps(traces, fieldsOf));
    yield;
  }
  return listOf(stored);
}
