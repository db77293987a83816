/**
 * Defines results of the `debug_trace*` methods: those of geth's native tracers, in geth's shapes.
 * Words of memory and of storage are 32 bytes with `0x`, as in the execution API specification.
 */
import * as z from "@tandem/schema";
import { address, count, data, flag, hash32, plainCount, quantity } from "../../codec/wire.js";
import { written } from "../../codec/writer.js";
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
/** A call without its inner calls. */
export const callAlone = z.object(callMembers);
export type CallAnswer = z.output<typeof callAlone>;

const slotCounts = z.record(z.string(), plainCount);
/** The members that erc7562Tracer adds to a call. Slots, accounts and opcodes are keys. */
const usageMembers = {
  accessedSlots: z
    .object({
      reads: z.record(z.string(), z.array(hash32)),
      writes: slotCounts,
      transientReads: slotCounts,
      transientWrites: slotCounts,
    })
    .optional(),
  extCodeAccessInfo: z.array(address).optional(),
  usedOpcodes: z.record(z.string(), plainCount).optional(),
  contractSize: z
    .record(z.string(), z.object({ contractSize: plainCount, opcode: plainCount }))
    .optional(),
  outOfGas: flag.optional(),
  keccak: z.array(data).optional(),
};
const callWithUsage = z.object({ ...callMembers, ...usageMembers });

type Nested<Call> = Call & { calls?: Nested<Call>[] | undefined };
type CallFrame = Nested<z.output<typeof callWithUsage>>;
export const callFrame: z.ZodType<CallFrame, Nested<z.input<typeof callWithUsage>>> = z
  .object({
    ...callMembers,
    ...usageMembers,
    calls: z.array(z.lazy(() => callFrame)).optional(),
  })
  .meta({ id: "CallFrame" });

export const snapshot = z.object({
  balance: quantity.optional(),
  nonce: gasNumber.optional(),
  code: data.optional(),
  storage: storage.optional(),
});
/** Accounts by address. */
export const snapshots = z.record(z.string(), snapshot).meta({ id: "Prestate" });

export const difference = z.object({ pre: snapshots, post: snapshots }).meta({ id: "StateDiff" });

/** Results of flatCallTracer. A call that is not a transaction has no position in the chain. */
const flatTraces = z.array(flatTrace);
/**
 * Results of 4byteTracer, and of muxTracer by the names of its tracers. Results of noopTracer are
 * empty.
 */
const counts = z.record(z.string(), plainCount);
const several = z.record(z.string(), z.unknown());
/** Results of scripts, which may be any JSON, beside objects. */
const ofScripts = z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown())]);

const anyTraced = z.union([
  steps,
  callFrame,
  difference,
  snapshots,
  flatTraces,
  counts,
  several,
  ofScripts,
]);

/** The result of a tracer; its shape depends on the options. Handlers write it as JSON themselves. */
export const traced = written(anyTraced, (value) => JSON.stringify(z.encode(anyTraced, value)));
