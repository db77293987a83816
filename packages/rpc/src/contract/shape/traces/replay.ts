/**
 * Defines the results of Parity's `trace_` methods for an execution: its traces and its state
 * changes.
 */
import type { TracerRequest } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { data, hash32 } from "../../codec/wire.js";
import { orNull, written } from "../../codec/writer.js";
import { nothing } from "../control.js";
import { flatTrace } from "./trace.js";

const typeText = "expected trace or stateDiff; vmTrace is not supported";
const types = z
  .array(z.enum(["trace", "stateDiff"], typeText), "expected an array of trace and stateDiff")
  .max(2, "expected at most trace and stateDiff; vmTrace is not supported");

/** Selects the results. Traces are recorded in any case, because the output is part of them. */
export interface ReplayRequest {
  readonly hasTrace: boolean;
  readonly tracer: TracerRequest;
}

/** The names of the two tracers of a replay. */
export const traceName = "trace";
export const stateDiffName = "stateDiff";

export const replayTypes = z
  .codec(types, z.custom<ReplayRequest>(), {
    decode(wanted): ReplayRequest {
      const diff = [stateDiffName, { kind: "prestate", diffMode: true }] as const;
      const tracers = [
        [traceName, { kind: "flat" }] as const,
        ...(wanted.includes("stateDiff") ? [diff] : []),
      ];
      return { hasTrace: wanted.includes("trace"), tracer: { kind: "several", tracers } };
    },
    encode({ hasTrace, tracer }) {
      const hasDiff = tracer.kind === "several" && tracer.tracers.length > 1;
      return [...(hasTrace ? ["trace" as const] : []), ...(hasDiff ? ["stateDiff" as const] : [])];
    },
  })
  .meta({ id: "ReplayTypes" });

/** A value that is unchanged, added, removed or changed. */
const change = z.union([
  z.literal("="),
  z.object({ "+": z.string() }),
  z.object({ "-": z.string() }),
  z.object({ "*": z.object({ from: z.string(), to: z.string() }) }),
]);
export type Change = z.output<typeof change>;

const accountChange = z.object({
  balance: change,
  nonce: change,
  code: change,
  storage: z.record(z.string(), change),
});
export type AccountChange = z.output<typeof accountChange>;

/** The accounts that an execution changed, by address. */
export const stateDiff = written(z.record(z.string(), accountChange), (diff) =>
  JSON.stringify(diff),
).meta({ id: "ParityStateDiff" });
export type StateDiffAnswer = z.output<typeof stateDiff>;

const members = {
  output: data,
  stateDiff: orNull(stateDiff),
  trace: z.array(flatTrace),
  vmTrace: nothing,
};
export const replayed = z.object(members).meta({ id: "ReplayedTransaction" });
export const replayedInBlock = z.object({ ...members, transactionHash: hash32 });
