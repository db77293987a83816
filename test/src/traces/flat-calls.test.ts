/** Tests geth's flatCallTracer and 4byteTracer where they differ from Parity's traces. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";

const caller = `0x${"c0".repeat(20)}`;
/** An address like those of precompiles that is none. */
const low = `0x${"00".repeat(18)}1234`;
const identity = `0x${"00".repeat(19)}04`;

/** Calls the identity with a word, and the same code by delegatecall. */
const usingIdentity = "5f5f60205f5f600461fffff15f5f60205f600461fffff4";
/** Calls an address with a word, and sends it more than there is. */
const callingLow = "5f5f60205f5f61123461fffff15f5f5f5f600161123461fffff1";
/** Creates a contract with init code that reverts with one byte. */
const creating = "6460015ffd005f526005601b5ff0";
const states = {
  [caller]: { code: `0x${usingIdentity}${callingLow}${creating}00` },
  /** Reverts with a word. */
  [low]: { code: "0x60205ffd" },
};

interface Flat {
  readonly type: string;
  readonly action: { readonly to?: string; readonly callType?: string };
  readonly subtraces: number;
  readonly traceAddress: readonly number[];
  readonly result: object | null;
  readonly error?: string;
}

describe("geth's tracers of calls", () => {
  let node: InProcessNode;
  before(async () => {
    node = await createNode({ isListening: false });
  });
  after(() => node.close());

  const trace = async <Result>(tracer: string, tracerConfig = {}) =>
    (await node.request("debug_traceCall", [
      { to: caller, gas: "0xf4240" },
      "latest",
      { tracer, tracerConfig, stateOverrides: states },
    ])) as Result;
  const shown = (traces: readonly Flat[]) =>
    traces.map(({ type, action, traceAddress, result, error }) => ({
      call: action.callType ?? type,
      ...(action.to === undefined ? {} : { to: action.to }),
      traceAddress,
      hasResult: result !== null,
      ...(error === undefined ? {} : { error }),
    }));

  it("have no calls of precompiles, errors in geth's words, and the data of a revert", async () => {
    const traces = await trace<Flat[]>("flatCallTracer");
    const [outermost, , reverted, , created] = traces;
    assert.deepEqual(shown(traces), [
      { call: "call", to: caller, traceAddress: [], hasResult: true },
      { call: "delegatecall", to: identity, traceAddress: [0], hasResult: true },
      { call: "call", to: low, traceAddress: [1], hasResult: true, error: "execution reverted" },
      {
        call: "call",
        to: low,
        traceAddress: [2],
        hasResult: false,
        error: "insufficient balance for transfer",
      },
      { call: "create", traceAddress: [3], hasResult: true, error: "execution reverted" },
    ]);
    assert.equal(outermost?.subtraces, 4);
    assert.deepEqual(reverted?.result, { gasUsed: "0x8", output: `0x${"00".repeat(32)}` });
    assert.deepEqual(created?.result, { gasUsed: "0x8", code: "0x00" });
  });

  it("have calls of precompiles and Parity's errors on request", async () => {
    const config = { includePrecompiles: true, convertParityErrors: true };
    const traces = await trace<Flat[]>("flatCallTracer", config);
    assert.deepEqual(
      traces.map(({ action, error }) => [action.to ?? "created", error]),
      [
        [caller, undefined],
        [identity, undefined],
        [identity, undefined],
        [low, "Reverted"],
        [low, "Insufficient balance"],
        ["created", "Reverted"],
      ],
    );
    assert.deepEqual(await trace("muxTracer", { flatCallTracer: config }), {
      flatCallTracer: traces,
    });
  });

  it("count selectors of calls of all addresses but precompiles", async () => {
    // The refused call has no data.
    assert.deepEqual(await trace("4byteTracer"), { "0x00000000-28": 1 });
  });
});
