/** Defines the payload of `eth_simulateV1` and its answers, in the form of the execution APIs. */
import {
  emptyBytes,
  isJsonObject,
  type JsonObject,
  type SimulatedBlockRequest,
  type SimulatedCall,
  type SimulationRequest,
} from "@tandem/primitives";
import * as z from "@tandem/schema";
import { type DecodePart, sliced, withMembers } from "../../codec/slices.js";
import { count, data, flag, objectOf, quantity } from "../../codec/wire.js";
import { errorCodes } from "../../errors.js";
import { block } from "../block.js";
import { log } from "../log.js";
import { blockOverrides } from "./block-overrides.js";
import { callRequest, stateOverrides } from "./call.js";
import { callSteps } from "./sliced-call.js";
import { overrideSteps } from "./sliced-overrides.js";

/** A request with the form of the transactions in its answer. */
export interface Simulation extends SimulationRequest {
  readonly hasFullTransactions: boolean;
}

const blockOfCalls = z
  .codec(
    objectOf("a block of calls", {
      blockOverrides: blockOverrides.nullish(),
      stateOverrides: stateOverrides.nullish(),
      calls: z.array(callRequest, "expected an array of calls").nullish(),
    }),
    z.custom<SimulatedBlockRequest>(),
    {
      decode: ({ blockOverrides: changed, stateOverrides: overrides, calls }) => ({
        blockOverrides: changed ?? {},
        overrides: overrides ?? [],
        calls: calls ?? [],
      }),
      encode: ({ blockOverrides: changed, overrides, calls }) => ({
        blockOverrides: changed,
        stateOverrides: overrides,
        calls: [...calls],
      }),
    },
  )
  .meta({ id: "BlockOfCalls" });

/** Decodes one block, its calls one by one. */
function* decodeBlock(given: unknown, at: number, decode: DecodePart) {
  const blockOf = (part: unknown, offsets: readonly number[] = []) =>
    (decode({ blockStateCalls: [part] }, [at, ...offsets]) as Simulation)
      .blocks[0] as SimulatedBlockRequest;
  if (!isJsonObject(given)) return blockOf(given);
  const { stateOverrides: wanted, calls } = given;
  const list = Array.isArray(calls) ? calls : undefined;
  const bare = blockOf(
    withMembers(given, { stateOverrides: undefined, ...(list && { calls: undefined }) }),
  );
  const overridesOf = (part: unknown) => blockOf({ stateOverrides: part }).overrides;
  const overrides = overrideSteps(wanted, overridesOf);
  const decoded: SimulatedBlockRequest["calls"][number][] = [];
  for (const [index, call] of (list ?? []).entries()) {
    yield;
    const callOf = (part: unknown, offsets: readonly number[] = []) =>
      blockOf({ calls: [part] }, [index, ...offsets])
        .calls[0] as SimulatedBlockRequest["calls"][number];
    const steps = callSteps(call, callOf);
    decoded.push(steps === undefined ? callOf(call) : yield* steps);
  }
  return {
    ...bare,
    overrides: overrides === undefined ? overridesOf(wanted) : yield* overrides,
    ...(list === undefined ? {} : { calls: decoded }),
  };
}

/** Decodes a payload block by block. */
function simulationSteps(value: unknown, decode: DecodePart) {
  const members = Object(value) as JsonObject;
  const { blockStateCalls } = members;
  if (!Array.isArray(blockStateCalls) || blockStateCalls.length === 0) return undefined;
  return (function* (): Generator<void, Simulation> {
    const bare = decode(withMembers(members, { blockStateCalls: [{}] })) as Simulation;
    const blocks: SimulatedBlockRequest[] = [];
    for (const [at, given] of blockStateCalls.entries()) {
      yield;
      blocks.push(yield* decodeBlock(given, at, decode));
    }
    return { ...bare, blocks };
  })();
}

export const simulation = sliced(
  z
    .codec(
      objectOf("a simulation", {
        blockStateCalls: z
          .array(blockOfCalls, "expected an array of blocks of calls")
          .min(1, "expected at least one block of calls"),
        traceTransfers: flag.nullish(),
        validation: flag.nullish(),
        returnFullTransactions: flag.nullish(),
      }),
      z.custom<Simulation>(),
      {
        decode: (wire) => ({
          blocks: wire.blockStateCalls,
          traceTransfers: wire.traceTransfers ?? false,
          validation: wire.validation ?? false,
          hasFullTransactions: wire.returnFullTransactions ?? false,
        }),
        encode: ({ blocks, traceTransfers, validation, hasFullTransactions }) => ({
          blockStateCalls: [...blocks],
          traceTransfers,
          validation,
          returnFullTransactions: hasFullTransactions,
        }),
      },
    )
    .meta({ id: "Simulation" }),
  simulationSteps,
);

/** The code of an execution that ends for another reason than a revert (execution APIs). */
const haltedCode = -32015;

export const simulatedCall = z
  .object({
    returnData: data,
    logs: z.array(log),
    gasUsed: quantity,
    maxUsedGas: quantity,
    status: count,
    error: z.object({ code: z.int(), message: z.string(), data: data.optional() }).optional(),
  })
  .meta({ id: "SimulatedCall" });
export type SimulatedCallAnswer = z.output<typeof simulatedCall>;

/** Converts a call to its wire object. @param logs its logs with their positions. */
export function showSimulatedCall(
  { returnData, gasUsed, maxUsedGas, failure }: SimulatedCall,
  logs: SimulatedCallAnswer["logs"],
  messageOf: (output: Uint8Array) => string,
): SimulatedCallAnswer {
  if (failure === undefined) return { returnData, logs, gasUsed, maxUsedGas, status: 1 };
  const failed = { returnData: emptyBytes, logs, gasUsed, maxUsedGas, status: 0 };
  if (failure.kind === "halted") {
    return { ...failed, error: { code: haltedCode, message: failure.message } };
  }
  const { code } = errorCodes.reverted;
  const { output } = failure;
  return { ...failed, error: { code, message: messageOf(output), data: output } };
}

export const simulatedBlock = block
  .extend({ calls: z.array(simulatedCall) })
  .meta({ id: "SimulatedBlock" });
