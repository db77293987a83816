/**
 * Defines options and results of the `debug_trace*` methods: geth's three tracers, in geth's shapes.
 * Words of memory and of storage are 32 bytes with `0x`, as in the execution API specification.
 */
import type { BlockOverrides, StateOverrides, TracerRequest } from "@tandem/primitives";
import { z } from "zod";
import { type DecodePart, sliced } from "../codec/slices.js";
import {
  address,
  anyCount,
  count,
  data,
  flag,
  hash32,
  objectOf,
  plainCount,
  quantity,
} from "../codec/wire.js";
import { type Writer, writerOf, written } from "../codec/writer.js";
import { blockOverrides } from "./call/block-overrides.js";
import { stateOverrides } from "./call/call.js";
import { overrideSteps } from "./call/sliced-overrides.js";

const tracers = ["callTracer", "prestateTracer"] as const;

const members = {
  tracer: z.enum(tracers, `expected one of the tracers ${tracers.join(", ")}, or none`).nullish(),
  tracerConfig: objectOf("a tracer's options", {
    onlyTopCall: flag.nullish(),
    withLog: flag.nullish(),
    diffMode: flag.nullish(),
  }).nullish(),
  enableMemory: flag.nullish(),
  disableStack: flag.nullish(),
  disableStorage: flag.nullish(),
  enableReturnData: flag.nullish(),
  limit: anyCount.nullish(),
};
const optionsObject = objectOf("an object of options", members);
type Options = z.output<typeof optionsObject>;

function requestOf(options: Options): TracerRequest {
  const { tracer, tracerConfig } = options;
  if (tracer === "callTracer") {
    const onlyTopCall = tracerConfig?.onlyTopCall ?? false;
    return { kind: "calls", onlyTopCall, withLog: tracerConfig?.withLog ?? false };
  }
  if (tracer === "prestateTracer") {
    return { kind: "prestate", diffMode: tracerConfig?.diffMode ?? false };
  }
  return {
    kind: "steps",
    enableMemory: options.enableMemory ?? false,
    disableStack: options.disableStack ?? false,
    disableStorage: options.disableStorage ?? false,
    enableReturnData: options.enableReturnData ?? false,
    limit: options.limit ?? 0,
  };
}

function optionsOf(request: TracerRequest): Options {
  switch (request.kind) {
    case "calls": {
      const { onlyTopCall, withLog } = request;
      return { tracer: "callTracer", tracerConfig: { onlyTopCall, withLog } };
    }
    case "prestate":
      return { tracer: "prestateTracer", tracerConfig: { diffMode: request.diffMode } };
    case "steps": {
      const { kind, ...options } = request;
      return options;
    }
  }
}

/** The options of a trace; without a tracer the result is struct logs. */
export const traceOptions = z
  .codec(optionsObject, z.custom<TracerRequest>(), { decode: requestOf, encode: optionsOf })
  .meta({ id: "TraceOptions" });

/** The decoded options of `debug_traceCall`. */
export interface TraceCallOptions {
  readonly tracer: TracerRequest;
  readonly overrides: StateOverrides;
  readonly blockOverrides: BlockOverrides;
}

/** Decodes large overrides in slices, separately from the other options. */
function traceCallSteps(value: unknown, decode: DecodePart) {
  const options = Object(value) as { readonly stateOverrides?: unknown };
  const decodePart = (stateOverrides: unknown) =>
    decode({ ...options, stateOverrides }) as TraceCallOptions;
  const steps = overrideSteps(options.stateOverrides, (part) => decodePart(part).overrides);
  if (steps === undefined) return undefined;
  return (function* () {
    const { tracer, blockOverrides } = decodePart({});
    return { tracer, blockOverrides, overrides: yield* steps };
  })();
}

export const traceCallOptions = sliced(
  z
    .codec(
      objectOf("an object of options", {
        ...members,
        stateOverrides: stateOverrides.nullish(),
        blockOverrides: blockOverrides.nullish(),
      }),
      z.custom<TraceCallOptions>(),
      {
        decode: ({
          stateOverrides: overrides,
          blockOverrides: changed,
          ...options
        }): TraceCallOptions => ({
          tracer: requestOf(options),
          overrides: overrides ?? [],
          blockOverrides: changed ?? {},
        }),
        encode: ({ tracer, overrides, blockOverrides: changed }) => ({
          ...optionsOf(tracer),
          stateOverrides: overrides,
          blockOverrides: changed,
        }),
      },
    )
    .meta({ id: "TraceCallOptions" }),
  traceCallSteps,
);

/** Gas as a JSON number: a block's gas is far below 2^53. */
const gasNumber = written(z.codec(z.int(), z.bigint(), { decode: BigInt, encode: Number }), (gas) =>
  gas.toString(),
);

/** Storage by slot, 32 bytes each. */
const storage = z.record(z.string(), hash32);

export const step = z
  .object({
    pc: plainCount,
    op: z.string(),
    gas: gasNumber,
    gasCost: gasNumber,
    depth: plainCount,
    error: z.string().optional(),
    stack: z.array(quantity).optional(),
    memory: z.array(hash32).optional(),
    returnData: data.optional(),
    storage: storage.optional(),
    refund: gasNumber.optional(),
  })
  .meta({ id: "StructLog" });
export type StepAnswer = z.output<typeof step>;

export const steps = z
  .object({ gas: gasNumber, failed: flag, returnValue: data, structLogs: z.array(step) })
  .meta({ id: "StructLogs" });

export const callLog = z.object({
  address,
  topics: z.array(hash32),
  data,
  index: count,
  position: count,
});

const callMembers = {
  from: address,
  gas: quantity,
  gasUsed: quantity,
  to: address.optional(),
  input: data,
  output: data.optional(),
  error: z.string().optional(),
  revertReason: z.string().optional(),
  logs: z.array(callLog).optional(),
  value: quantity.optional(),
  type: z.enum([
    "CALL",
    "CALLCODE",
    "DELEGATECALL",
    "STATICCALL",
    "CREATE",
    "CREATE2",
    "SELFDESTRUCT",
  ]),
};
const callAlone = z.object(callMembers);
const writeCallAlone = writerOf(callAlone);

/** A call with its inner calls. */
export type CallAnswer = z.output<typeof callAlone> & { calls?: CallAnswer[] | undefined };
type CallWire = z.input<typeof callAlone> & { calls?: CallWire[] | undefined };

export const callFrame: z.ZodType<CallAnswer, CallWire> = written(
  z
    .object({ ...callMembers, calls: z.array(z.lazy(() => callFrame)).optional() })
    .meta({ id: "CallFrame" }),
  (frame) => writeCall(frame),
);

function writeCall(frame: CallAnswer): string {
  const alone = writeCallAlone(frame);
  if (frame.calls === undefined) return alone;
  return `${alone.slice(0, -1)},"calls":[${frame.calls.map(writeCall).join(",")}]}`;
}

export const snapshot = z.object({
  balance: quantity.optional(),
  nonce: gasNumber.optional(),
  code: data.optional(),
  storage: storage.optional(),
});
/** Accounts by address. */
export const snapshots = z.record(z.string(), snapshot).meta({ id: "Prestate" });
export type SnapshotsAnswer = z.output<typeof snapshots>;

export const difference = z.object({ pre: snapshots, post: snapshots }).meta({ id: "StateDiff" });

const writeSteps = writerOf(steps);
const writeSnapshots = writerOf(snapshots);
const writeDifference = writerOf(difference);

type Difference = z.output<typeof difference>;
type Traced = z.output<typeof steps> | CallAnswer | Difference | SnapshotsAnswer;

const isSteps = (traced: Traced): traced is z.output<typeof steps> =>
  Array.isArray((traced as { structLogs?: unknown }).structLogs);
const isCall = (traced: Traced): traced is CallAnswer =>
  typeof (traced as { type?: unknown }).type === "string";
const isDifference = (traced: Traced): traced is Difference => "pre" in traced;

export const writeTraced: Writer<Traced> = (traced) => {
  if (isSteps(traced)) return writeSteps(traced);
  if (isCall(traced)) return writeCall(traced);
  return isDifference(traced) ? writeDifference(traced) : writeSnapshots(traced);
};

/** The result of a tracer; its shape depends on the options. */
export const traced = written(z.union([steps, callFrame, difference, snapshots]), writeTraced);
