/**
 * Defines the trace object of specification section 2, in its order of members. The members of
 * `action` and `result` depend on `type`; `result` is always present and null on failure, `error` only
 * on failure.
 */
import { type FlatCall, type LocatedTrace, traceAddressOf } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { address, count, data, hash32, plainCount, quantity } from "../../codec/wire.js";
import { orNull, writerOf, written } from "../../codec/writer.js";

const callAction = z.object({
  callType: z.enum(["call", "callcode", "delegatecall", "staticcall"]),
  from: address,
  to: address,
  gas: quantity,
  input: data,
  value: quantity,
});
const createAction = z.object({
  creationMethod: z.enum(["create", "create2"]),
  from: address,
  gas: quantity,
  init: data,
  value: quantity,
});
const suicideAction = z.object({ address, refundAddress: address, balance: quantity });

const writeCallAction = writerOf(callAction);
const writeCreateAction = writerOf(createAction);
const writeSuicideAction = writerOf(suicideAction);
const action = written(z.union([callAction, createAction, suicideAction]), (one) => {
  if ("callType" in one) return writeCallAction(one);
  return "init" in one ? writeCreateAction(one) : writeSuicideAction(one);
});

const callResult = z.object({ gasUsed: quantity, output: data });
const createResult = z.object({ gasUsed: quantity, code: data, address });
const writeCallResult = writerOf(callResult);
const writeCreateResult = writerOf(createResult);
const result = written(z.union([callResult, createResult]), (one) =>
  "output" in one ? writeCallResult(one) : writeCreateResult(one),
);

export const trace = z
  .object({
    action,
    blockHash: hash32,
    blockNumber: plainCount,
    transactionHash: hash32,
    transactionPosition: plainCount,
    type: z.enum(["call", "create", "suicide"]),
    subtraces: plainCount,
    traceAddress: z.array(plainCount),
    result: orNull(result),
    error: z.string().optional(),
  })
  .meta({ id: "Trace" });
export type TraceAnswer = z.output<typeof trace>;

export function showTrace({ trace, ...place }: LocatedTrace): TraceAnswer {
  return {
    action: trace.action,
    blockHash: place.blockHash,
    blockNumber: place.blockNumber,
    transactionHash: place.transactionHash,
    transactionPosition: place.transactionPosition,
    type: trace.type,
    subtraces: trace.subtraces,
    traceAddress: traceAddressOf(trace),
    result: trace.result,
    ...(trace.error === undefined ? {} : { error: trace.error }),
  };
}

/** The result of a creation; a reverted one has no address, in geth's flatCallTracer. */
const flatCreateResult = createResult.partial({ address: true });
const writeFlatCreateResult = writerOf(flatCreateResult);
const flatResult = written(z.union([callResult, flatCreateResult]), (one) =>
  "output" in one ? writeCallResult(one) : writeFlatCreateResult(one),
);

/** A trace of an execution that may have no place in the chain. */
export const flatTrace = trace
  .partial({ blockHash: true, blockNumber: true, transactionHash: true, transactionPosition: true })
  .extend({ result: orNull(flatResult) });
export type FlatTraceAnswer = z.output<typeof flatTrace>;

/** @param place undefined if the execution is not one of a mined transaction. */
export const showFlatTrace = (
  trace: FlatCall,
  place?: Omit<LocatedTrace, "trace">,
): FlatTraceAnswer => ({
  action: trace.action,
  ...place,
  type: trace.type,
  subtraces: trace.subtraces,
  traceAddress: traceAddressOf(trace),
  result: trace.result,
  ...(trace.error === undefined ? {} : { error: trace.error }),
});

/** The position of a trace within its transaction, as `trace_get` requests it. */
export const tracePosition = z.array(
  z.union([plainCount, count], "expected a number, or a hex quantity"),
  "expected an array of indexes",
);
