/**
 * The traces of a transaction: each call, creation and self-destruction, flat and in the order in
 * which they began, as `trace_*` returns them (specification, section 2). And their stored form.
 */

import { runSync } from "@tandem/runtime";
import type { Address, BlockHash, Bytes, TxHash } from "../bytes/brands.js";
import { fromBigInt } from "../bytes/bytes.js";
import { encodeListSteps, listOf } from "../rlp/rlp-list.js";

export type CallType = "call" | "callcode" | "delegatecall" | "staticcall";
export type CreationMethod = "create" | "create2";

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

/**
 * Returns the fields before the outcome; the stored form omits those that order and `subtraces`
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
 * Encodes the traces of a block for storage: a list per transaction, in order.
 * @param block traces of each transaction as they began, parents before their children.
 */
export const storeTraces = (block: BlockTraces): Uint8Array =>
  listOf(block.map((traces) => runSync(storeTransactionTracesSteps(traces))));

/** Encodes the traces of a transaction, in steps: an item of the list that `storeTraces` returns. */
export const storeTransactionTracesSteps = (
  traces: readonly Trace[],
): Generator<void, Uint8Array> => encodeListSteps(traces, fieldsOf);
