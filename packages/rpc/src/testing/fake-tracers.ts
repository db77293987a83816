/** Provides one example result of each tracer. */
import type { CallFrame, TracerRequest, TracerResult } from "@tandem/primitives";
import { addressOf, hashOf, tracesOf } from "./fake-values.js";

/** The output `Error(string)` with the reason "no". */
const refusal = Uint8Array.from(
  Buffer.from(
    `08c379a0${"20".padStart(64, "0")}${"2".padStart(64, "0")}${"6e6f".padEnd(64, "0")}`,
    "hex",
  ),
);

type Request<Kind extends TracerRequest["kind"]> = Extract<TracerRequest, { readonly kind: Kind }>;

function tracedPrestate(tracer: Request<"prestate">): TracerResult {
  const slot = [hashOf(1), hashOf(2)] as const;
  const before = { balance: 5n, nonce: 1n, code: Uint8Array.of(0xfe), storage: [slot] };
  const pre = [[addressOf(1), before]] as const;
  if (!tracer.diffMode) return { kind: "prestate", prestate: { pre } };
  return { kind: "prestate", prestate: { pre, post: [[addressOf(1), { balance: 4n }]] } };
}

function tracedCalls(tracer: Request<"calls">): TracerResult {
  const log = { address: addressOf(2), topics: [hashOf(3)], data: Uint8Array.of(9) };
  return {
    kind: "calls",
    call: {
      type: "CALL",
      from: addressOf(1),
      to: addressOf(2),
      value: 7n,
      gas: 50_000n,
      gasUsed: 40_000n,
      input: Uint8Array.of(1),
      output: new Uint8Array(0),
      calls: [
        {
          type: "STATICCALL",
          from: addressOf(2),
          to: addressOf(3),
          gas: 10_000n,
          gasUsed: 300n,
          input: new Uint8Array(0),
          output: refusal,
          error: "execution reverted",
          calls: [],
        },
        {
          type: "CREATE2",
          from: addressOf(2),
          value: 0n,
          gas: 9_000n,
          gasUsed: 9_000n,
          input: Uint8Array.of(0xfe),
          error: "out of gas",
          calls: [],
        },
      ],
      ...(tracer.withLog ? { logs: [{ ...log, index: 0, position: 1 }] } : {}),
    },
  };
}

const validated: CallFrame = {
  type: "CALL",
  from: addressOf(1),
  to: addressOf(2),
  value: 0n,
  gas: 50_000n,
  gasUsed: 40_000n,
  input: Uint8Array.of(1),
  calls: [],
  usage: {
    usedOpcodes: new Map([[0x5a, 2]]),
    reads: [[hashOf(1), hashOf(2)]],
    writes: [[hashOf(3), 4]],
    transientReads: [],
    transientWrites: [[hashOf(5), 1]],
    extCodeAccesses: [addressOf(3)],
    contracts: [{ address: addressOf(3), codeLength: 7, opcode: 0x3b }],
    isOutOfGas: false,
    keccakInputs: [Uint8Array.of(9)],
  },
};

function tracedSteps(tracer: Request<"steps">): TracerResult {
  const first = { pc: 0, op: "PUSH1", gas: 29_000n, gasCost: 3n, depth: 1 };
  const second = { pc: 2, op: "SSTORE", gas: 28_997n, gasCost: 20_000n, depth: 1 };
  return {
    kind: "steps",
    steps: {
      gas: 21_003n,
      failed: true,
      returnValue: Uint8Array.of(0xab),
      structLogs: [
        { ...first, stack: [], ...(tracer.enableMemory ? { memory: new Uint8Array(64) } : {}) },
        {
          ...second,
          stack: [0n, 255n],
          storage: [[hashOf(0), hashOf(1)]],
          refund: 4800n,
          error: "out of gas",
        },
      ],
    },
  };
}

export function traced(tracer: TracerRequest): TracerResult {
  switch (tracer.kind) {
    case "prestate":
      return tracedPrestate(tracer);
    case "calls":
      return tracedCalls(tracer);
    case "steps":
      return tracedSteps(tracer);
    case "flat": {
      const traces = tracesOf(addressOf(1));
      return { kind: "flat", traces, output: Uint8Array.of(4) };
    }
    case "flatCalls":
      return { kind: "flatCalls", traces: tracesOf(addressOf(1)) };
    case "selectors":
      return { kind: "selectors", counts: new Map([["0x12345678-32", 2]]) };
    case "validation":
      return { kind: "calls", call: { ...validated, ...(tracer.withLog ? { logs: [] } : {}) } };
    case "nothing":
      return { kind: "nothing" };
    case "script":
    case "trustedScript":
      return { kind: "script", json: JSON.stringify([tracer.code, tracer.config]) };
    case "several": {
      const results = tracer.tracers.map(([name, one]) => [name, traced(one)] as const);
      return { kind: "several", results };
    }
  }
}
