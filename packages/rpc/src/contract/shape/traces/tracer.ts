/**
 * Defines results of the `debug_trace*` methods: those of geth's native tracers, in geth's shapes.
 * Words of memory and of storage are 32 bytes with `0x`, as in the execution API specification.
 */
import * as z from "@tandem/schema";
import { address, count, data, flag, hash32, plainCount, quantity } from "../../codec/wire.js";
import { type Writer, writerOf, written } from "../../codec/writer.js";
import { flatTrace } from "./trace.js";

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

/** Results of flatCallTracer. A call that is not a transaction has no position in the chain. */
const flatTraces = z.array(flatTrace);
const writeFlat = writerOf(flatTraces);
/**
 * Results of 4byteTracer, and of muxTracer by the names of its tracers. Results of noopTracer are
 * empty.
 */
const counts = z.record(z.string(), plainCount);
const several = z.record(z.string(), z.unknown());
/** Results of scripts, which may be any JSON, beside objects. */
const ofScripts = z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown())]);

type AnyTraced = Traced | z.output<typeof several>;
type NoObject = z.output<typeof flatTraces> | z.output<typeof ofScripts>;
const isObject = (value: AnyTraced | NoObject): value is AnyTraced =>
  typeof value === "object" && !Array.isArray(value);
const isFlat = (value: AnyTraced | NoObject): value is z.output<typeof flatTraces> =>
  Array.isArray(value) && value.every((one) => Array.isArray((Object(one) as Flat).traceAddress));
type Flat = { readonly traceAddress?: unknown };
const isByAddress = (value: AnyTraced): value is SnapshotsAnswer =>
  Object.keys(value).every((key) => key.length === 42);
const isTraced = (value: AnyTraced): value is Traced =>
  isSteps(value as Traced) ||
  isCall(value as Traced) ||
  isDifference(value as Traced) ||
  isByAddress(value);

/** The result of a tracer; its shape depends on the options. */
export const traced = written(
  z.union([steps, callFrame, difference, snapshots, flatTraces, counts, several, ofScripts]),
  (value) => {
    if (isFlat(value)) return writeFlat(value);
    return isObject(value) && isTraced(value) ? writeTraced(value) : JSON.stringify(value);
  },
);
