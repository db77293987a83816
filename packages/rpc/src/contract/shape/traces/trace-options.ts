/** Defines the options of the `debug_trace*` methods, in geth's shapes. */
import type { BlockOverrides, JsonObject, StateOverrides, TracerRequest } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { type DecodePart, sliced, withMembers } from "../../codec/slices.js";
import { anyCount, flag, objectOf } from "../../codec/wire.js";
import { blockOverrides } from "../call/block-overrides.js";
import { stateOverrides } from "../call/call.js";
import { overrideSteps } from "../call/sliced-overrides.js";

const singleTracers = [
  "callTracer",
  "prestateTracer",
  "flatCallTracer",
  "4byteTracer",
  "erc7562Tracer",
  "noopTracer",
] as const;
type SingleTracer = (typeof singleTracers)[number];
const tracers = [...singleTracers, "muxTracer"] as const;

const isSingle = (name: string): name is SingleTracer =>
  (singleTracers as readonly string[]).includes(name);

/** An opcode as geth takes it. It stays text, since `suitsTracer` reads the options again. */
const opcode = z
  .string("expected an opcode such as 0x5a")
  .regex(/^0x(?:0|[1-9a-f][0-9a-f]?)$/i, "expected an opcode such as 0x5a, at most 0xff");

const configMembers = {
  onlyTopCall: flag.nullish(),
  withLog: flag.nullish(),
  diffMode: flag.nullish(),
  disableCode: flag.nullish(),
  disableStorage: flag.nullish(),
  convertParityErrors: flag.nullish(),
  includePrecompiles: flag.nullish(),
  ignoredOpcodes: z.array(opcode, "expected a list of opcodes").nullish(),
  /** Has no effect: what the tracer keeps of the stack is not shown. */
  stackTopItemsSize: anyCount.nullish(),
};
const singleConfig = objectOf("a tracer's options", configMembers).nullish();
type SingleConfig = z.output<typeof singleConfig>;

const expectedTracer = `expected one of the tracers ${tracers.join(", ")}, a script, or none`;
/** A script has characters that no name has. */
const script = z.string().regex(/[^\w$]/, { error: expectedTracer, abort: true });

const namedConfig = objectOf("a tracer's options", {
  ...configMembers,
  // muxTracer takes the options of each tracer by its name.
  callTracer: singleConfig,
  prestateTracer: singleConfig,
  flatCallTracer: singleConfig,
  "4byteTracer": singleConfig,
  erc7562Tracer: singleConfig,
  noopTracer: singleConfig,
}).nullish();
type NamedConfig = z.output<typeof namedConfig>;

/** A duration as Go writes it: decimal numbers with units, such as 1m30s. */
const duration = z
  .string("expected a duration such as 500ms, 5s or 1m30s")
  .regex(
    /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/,
    "expected a duration such as 500ms, 5s or 1m30s",
  );

const members = {
  tracer: z.union([z.enum(tracers), script], expectedTracer).nullish(),
  // A script's options may be any JSON: `suitsTracer` checks those of a named tracer. No copy is made of any.
  tracerConfig: z.union([z.unknown(), namedConfig]).optional(),
  enableMemory: flag.nullish(),
  // For Hardhat's network, whose struct logs have memory unless it is disabled.
  disableMemory: flag.nullish(),
  disableStack: flag.nullish(),
  disableStorage: flag.nullish(),
  enableReturnData: flag.nullish(),
  limit: anyCount.nullish(),
  /** Has no effect: each trace has the node's limit of time. */
  timeout: duration.nullish(),
};

const isNamed = (tracer: string | null | undefined) =>
  tracer == null || (tracers as readonly string[]).includes(tracer);

const memberAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((member, key) => Object(member)[key], value);

/**
 * Checks the options of a named tracer, and refuses names of other tracers in muxTracer's options: their
 * results would be missing.
 */
const suitsTracer = z.check<{
  readonly tracer?: string | null | undefined;
  readonly tracerConfig?: unknown;
}>(({ value, issues }) => {
  const { tracer, tracerConfig } = value;
  if (!isNamed(tracer)) return;
  const { error } = z.constructed(namedConfig).safeParse(tracerConfig);
  for (const { path, message } of error?.issues ?? []) {
    const input = memberAt(tracerConfig, path);
    issues.push({ code: "custom", input, path: ["tracerConfig", ...path], message });
  }
  if (tracer !== "muxTracer" || tracerConfig == null) return;
  for (const name in tracerConfig) {
    if (isSingle(name)) continue;
    const message = `expected options of the tracers ${singleTracers.join(", ")}`;
    issues.push({ code: "custom", input: name, path: ["tracerConfig", name], message });
    return;
  }
});

const optionsObject = objectOf("an object of options", members).check(suitsTracer);
type Options = z.output<typeof optionsObject>;

function singleRequest(tracer: SingleTracer, config: SingleConfig): TracerRequest {
  switch (tracer) {
    case "callTracer": {
      const { onlyTopCall, withLog } = config ?? {};
      return { kind: "calls", onlyTopCall: onlyTopCall ?? false, withLog: withLog ?? false };
    }
    case "prestateTracer":
      return {
        kind: "prestate",
        diffMode: config?.diffMode ?? false,
        ...(config?.disableCode ? { disableCode: true } : {}),
        ...(config?.disableStorage ? { disableStorage: true } : {}),
      };
    case "flatCallTracer":
      return {
        kind: "flatCalls",
        convertParityErrors: config?.convertParityErrors ?? false,
        includePrecompiles: config?.includePrecompiles ?? false,
      };
    case "4byteTracer":
      return { kind: "selectors" };
    case "erc7562Tracer": {
      const { withLog, ignoredOpcodes } = config ?? {};
      return {
        kind: "validation",
        withLog: withLog ?? false,
        ...(ignoredOpcodes == null ? {} : { ignoredOpcodes: ignoredOpcodes.map(Number) }),
      };
    }
    case "noopTracer":
      return { kind: "nothing" };
  }
}

function requestOf(options: Options): TracerRequest {
  const { tracer } = options;
  if (tracer != null && !isNamed(tracer)) {
    return { kind: "script", code: tracer, config: JSON.stringify(options.tracerConfig ?? {}) };
  }
  const tracerConfig = options.tracerConfig as NamedConfig;
  if (tracer === "muxTracer") {
    // Null stands for the default options.
    const named = singleTracers.filter((name) => tracerConfig?.[name] !== undefined);
    const requestOfName = (name: SingleTracer) => singleRequest(name, tracerConfig?.[name]);
    return { kind: "several", tracers: named.map((name) => [name, requestOfName(name)]) };
  }
  if (tracer != null && isSingle(tracer)) return singleRequest(tracer, tracerConfig);
  return {
    kind: "steps",
    enableMemory: options.enableMemory ?? false,
    ...(options.disableMemory == null ? {} : { disableMemory: options.disableMemory }),
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
    case "prestate": {
      const { kind, ...tracerConfig } = request;
      return { tracer: "prestateTracer", tracerConfig };
    }
    case "flat": {
      const tracerConfig = { convertParityErrors: true, includePrecompiles: true };
      return { tracer: "flatCallTracer", tracerConfig };
    }
    case "flatCalls": {
      const { kind, ...tracerConfig } = request;
      return { tracer: "flatCallTracer", tracerConfig };
    }
    case "selectors":
      return { tracer: "4byteTracer" };
    case "validation": {
      const { withLog, ignoredOpcodes: ignored } = request;
      const ignoredOpcodes = ignored?.map((code) => `0x${code.toString(16)}`);
      return { tracer: "erc7562Tracer", tracerConfig: { withLog, ignoredOpcodes } };
    }
    case "nothing":
      return { tracer: "noopTracer" };
    case "script":
    case "trustedScript":
      return { tracer: request.code, tracerConfig: JSON.parse(request.config) };
    case "several": {
      const configs = request.tracers.map(([name, one]) => [
        name,
        optionsOf(one).tracerConfig ?? {},
      ]);
      return { tracer: "muxTracer", tracerConfig: Object.fromEntries(configs) };
    }
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
  /** The index of the transaction before which the call is executed, in place of after the block. */
  readonly transactionIndex?: number | undefined;
}

/** Refuses an object in its JSON form, whose tracer is a name. */
const isDecoded = (value: unknown): value is TraceCallOptions => {
  const { tracer } = Object(value) as { readonly tracer?: unknown };
  return typeof tracer === "object" && tracer !== null;
};

/** Decodes large overrides in slices, separately from the other options. */
function traceCallSteps(value: unknown, decode: DecodePart) {
  const options = Object(value) as JsonObject;
  const decodePart = (part: object) => decode(part) as TraceCallOptions;
  // The other options are decoded once: a script's may be large too.
  const steps = overrideSteps(
    options.stateOverrides,
    (stateOverrides) => decodePart({ stateOverrides }).overrides,
  );
  if (steps === undefined) return undefined;
  return (function* () {
    const decoded = decodePart(withMembers(options, { stateOverrides: {} }));
    return { ...decoded, overrides: yield* steps };
  })();
}

export const traceCallOptions = sliced(
  z
    .codec(
      objectOf("an object of options", {
        ...members,
        stateOverrides: stateOverrides.nullish(),
        blockOverrides: blockOverrides.nullish(),
        txIndex: anyCount.nullish(),
      }).check(suitsTracer),
      z.custom<TraceCallOptions>(isDecoded),
      {
        decode: ({
          stateOverrides: overrides,
          blockOverrides: changed,
          txIndex: transactionIndex,
          ...options
        }): TraceCallOptions => ({
          tracer: requestOf(options),
          overrides: overrides ?? [],
          blockOverrides: changed ?? {},
          ...(transactionIndex == null ? {} : { transactionIndex }),
        }),
        encode: ({ tracer, overrides, blockOverrides: changed, transactionIndex }) => ({
          ...optionsOf(tracer),
          stateOverrides: overrides,
          blockOverrides: changed,
          ...(transactionIndex === undefined ? {} : { txIndex: transactionIndex }),
        }),
      },
    )
    .meta({ id: "TraceCallOptions" }),
  traceCallSteps,
);
