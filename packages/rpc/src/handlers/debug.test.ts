import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type TracerRequest, toHex } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import { localClient } from "../access/client.js";
import { address, ask, block, call, dispatcher } from "../testing/ask.js";
import { traced } from "../testing/fake-tracers.js";
import { addressOf, hashOf } from "../testing/fake-values.js";
import { requestText } from "../testing/serve.js";

type Json = Record<string, unknown>;

const hash = toHex(block.transactions[0]?.hash ?? new Uint8Array());
const trace = async (...options: unknown[]) =>
  (await call("debug_traceTransaction", hash, ...options)).result as Json;

/** Returns the request to the backend for these options. */
async function requestOf(...options: unknown[]): Promise<TracerRequest | undefined> {
  const seen: TracerRequest[] = [];
  const to = dispatcher({
    debugTransaction: async (_, request) => {
      seen.push(request);
      return traced(request);
    },
  });
  const answer = await ask(requestText("debug_traceTransaction", [hash, ...options]), to);
  assert.equal(answer.error, undefined);
  return seen[0];
}

describe("options of a tracer", () => {
  const steps = {
    kind: "steps",
    enableMemory: false,
    disableStack: false,
    disableStorage: false,
    enableReturnData: false,
    limit: 0,
  };

  it("are geth's, and may be omitted", async () => {
    assert.deepEqual(await requestOf(), steps);
    for (const timeout of ["10s", "1m30s", "500ms", "1.5h", ".5s", "0", "-1s", "7µs", null]) {
      assert.deepEqual(await requestOf({ tracer: null, timeout, reexec: 5 }), steps);
    }
    assert.deepEqual(await requestOf({ enableMemory: true, limit: 3 }), {
      ...steps,
      enableMemory: true,
      limit: 3,
    });
    assert.deepEqual(await requestOf({ tracer: "callTracer", tracerConfig: { withLog: true } }), {
      kind: "calls",
      onlyTopCall: false,
      withLog: true,
    });
    const ignoredOpcodes = ["0x0", "0xFF"];
    const validation = { tracer: "erc7562Tracer", tracerConfig: { ignoredOpcodes } };
    assert.deepEqual(await requestOf(validation), {
      kind: "validation",
      withLog: false,
      ignoredOpcodes: [0, 255],
    });
    const diff = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };
    assert.deepEqual(await requestOf(diff), { kind: "prestate", diffMode: true });
    const bare = {
      tracer: "prestateTracer",
      tracerConfig: { disableCode: true, disableStorage: true },
    };
    assert.deepEqual(await requestOf(bare), {
      kind: "prestate",
      diffMode: false,
      disableCode: true,
      disableStorage: true,
    });
  });

  it("of several tracers are by their names, null for the default ones", async () => {
    const tracerConfig = { "4byteTracer": null, callTracer: { withLog: true } };
    assert.deepEqual(await requestOf({ tracer: "muxTracer", tracerConfig }), {
      kind: "several",
      tracers: [
        ["callTracer", { kind: "calls", onlyTopCall: false, withLog: true }],
        ["4byteTracer", { kind: "selectors" }],
      ],
    });
    for (const name of ["opcountTracer", "muxTracer"]) {
      const options = { tracer: "muxTracer", tracerConfig: { [name]: {} } };
      for (const { error } of [
        await call("debug_traceTransaction", hash, options),
        await call("debug_traceCall", {}, "latest", options),
      ]) {
        assert.equal(error?.code, -32602, name);
        assert.match(error?.message ?? "", /expected options of the tracers callTracer/);
      }
    }
  });

  it("may have a script in place of a name, with options of its own", async () => {
    const code = "{ fault: function() {}, result: function() {} }";
    const clientId = localClient.id;
    const request = { kind: "script", code, config: "{}", clientId } as const;
    assert.deepEqual(await requestOf({ tracer: code }), request);
    const trusted = { kind: "trustedScript", code, config: "{}", tracer: code };
    assert.deepEqual(await requestOf(trusted), request);
    const tracerConfig = { own: [1, { a: null }] };
    const config = JSON.stringify(tracerConfig);
    assert.deepEqual(await requestOf({ tracer: code, tracerConfig }), { ...request, config });
    assert.deepEqual(await trace({ tracer: code, tracerConfig }), [code, config]);
    for (const own of [{ withLog: "own", callTracer: 5 }, [1], 7, "text", false]) {
      const asked = await requestOf({ tracer: code, tracerConfig: own });
      assert.deepEqual(asked, { ...request, config: JSON.stringify(own) });
    }
  });

  const misconfigured = [
    { tracer: "callTracer", tracerConfig: { withLog: "yes" } },
    { tracer: "callTracer", tracerConfig: [] },
    { tracer: "muxTracer", tracerConfig: { callTracer: { withLog: 1 } } },
    ...["0x100", "0x05", 5].map((opcode) => ({
      tracer: "erc7562Tracer",
      tracerConfig: { ignoredOpcodes: [opcode] },
    })),
    { tracerConfig: 7 },
  ];

  it("are refused if the tracer is unknown, or would be ignored", async () => {
    for (const options of [
      { tracer: "opcountTracer" },
      { tracer: "trustedScript" },
      { tracer: "" },
      { limit: -1 },
      ...["nope", "500", "", "5 s", "s", 5].map((timeout) => ({ timeout })),
      1,
      ...misconfigured,
    ]) {
      const { error } = await call("debug_traceTransaction", hash, options);
      assert.equal(error?.code, -32602, JSON.stringify(options));
    }
    const blockOverrides = { blobBaseFee: "0x1" };
    const overridden = await call("debug_traceCall", {}, "latest", { blockOverrides });
    assert.equal(overridden.error?.code, -32602);
    assert.match(overridden.error?.message ?? "", /blobBaseFee\): expected no blob/);
  });
});

describe("the tracer of ERC-7562", () => {
  it("adds the instructions and accesses of a call in geth's shape", async () => {
    const { accessedSlots, calls, ...rest } = await trace({ tracer: "erc7562Tracer" });
    const slot = (value: number) => toHex(hashOf(value));
    assert.deepEqual(accessedSlots, {
      reads: { [slot(1)]: [slot(2)] },
      writes: { [slot(3)]: 4 },
      transientReads: {},
      transientWrites: { [slot(5)]: 1 },
    });
    const account = toHex(addressOf(3));
    assert.deepEqual(
      [rest.extCodeAccessInfo, rest.usedOpcodes, rest.contractSize, rest.outOfGas, rest.keccak],
      [[account], { "0x5a": 2 }, { [account]: { contractSize: 7, opcode: 0x3b } }, false, ["0x09"]],
    );
    assert.deepEqual([rest.type, rest.value, calls], ["CALL", "0x0", undefined]);
  });
});

describe("the call tracer", () => {
  it("returns frames in geth's shape, without empty members", async () => {
    const result = await trace({ tracer: "callTracer", tracerConfig: { withLog: true } });
    const frame = (value: number) => toHex(addressOf(value));
    assert.deepEqual(result, {
      from: frame(1),
      gas: "0xc350",
      gasUsed: "0x9c40",
      to: frame(2),
      input: "0x01",
      logs: [
        {
          address: frame(2),
          topics: [toHex(hashOf(3))],
          data: "0x09",
          index: "0x0",
          position: "0x1",
        },
      ],
      value: "0x7",
      type: "CALL",
      calls: [
        {
          from: frame(2),
          gas: "0x2710",
          gasUsed: "0x12c",
          to: frame(3),
          input: "0x",
          output: `0x08c379a0${"20".padStart(64, "0")}${"2".padStart(64, "0")}${"6e6f".padEnd(64, "0")}`,
          error: "execution reverted",
          revertReason: "no",
          type: "STATICCALL",
        },
        {
          from: frame(2),
          gas: "0x2328",
          gasUsed: "0x2328",
          input: "0xfe",
          error: "out of gas",
          value: "0x0",
          type: "CREATE2",
        },
      ],
    });
  });
});

describe("the prestate tracer", () => {
  const account = {
    balance: "0x5",
    nonce: 1,
    code: "0xfe",
    storage: { [toHex(hashOf(1))]: toHex(hashOf(2)) },
  };
  const one = toHex(addressOf(1));

  it("returns accounts by address, or their changes", async () => {
    assert.deepEqual(await trace({ tracer: "prestateTracer" }), { [one]: account });
    const diff = await trace({ tracer: "prestateTracer", tracerConfig: { diffMode: true } });
    assert.deepEqual(diff, { pre: { [one]: account }, post: { [one]: { balance: "0x4" } } });
  });
});

describe("struct logs", () => {
  const expected = {
    gas: 21_003,
    failed: true,
    returnValue: "0xab",
    structLogs: [
      { pc: 0, op: "PUSH1", gas: 29_000, gasCost: 3, depth: 1, stack: [] },
      {
        pc: 2,
        op: "SSTORE",
        gas: 28_997,
        gasCost: 20_000,
        depth: 1,
        error: "out of gas",
        stack: ["0x0", "0xff"],
        storage: { [toHex(hashOf(0))]: toHex(hashOf(1)) },
        refund: 4800,
      },
    ],
  };

  it("are the default, gas in JSON numbers and words in hex", async () => {
    assert.deepEqual(await trace(), expected);
    const withMemory = (await trace({ enableMemory: true })).structLogs as Json[];
    assert.deepEqual(withMemory[0]?.memory, [toHex(hashOf(0)), toHex(hashOf(0))]);
  });

  it("are in Hardhat's form on request: all values at each step, words without 0x", async () => {
    const asked: TracerRequest[] = [];
    const debugged = (tracer: TracerRequest) => {
      asked.push(tracer);
      return traced(tracer);
    };
    const replaced = {
      debugTransaction: async (_hash: unknown, tracer: TracerRequest) => debugged(tracer),
      debugCall: async (_call: unknown, tracer: TracerRequest) => debugged(tracer),
    };
    const to = dispatcher(replaced, {}, silentLogger, localClient, "hardhat");
    const stepsOf = async (...options: unknown[]) =>
      (await ask(requestText("debug_traceTransaction", [hash, ...options]), to)).result;
    const zero = "0".repeat(64);
    const first = { depth: 1, gas: 29_000, gasCost: 3, op: "PUSH1", pc: 0, stack: [] };
    const second = {
      depth: 1,
      gas: 28_997,
      gasCost: 20_000,
      op: "SSTORE",
      pc: 2,
      error: "out of gas",
      stack: [zero, "ff".padStart(64, "0")],
      storage: { [toHex(hashOf(0)).slice(2)]: toHex(hashOf(1)).slice(2) },
    };
    const whole = { failed: true, gas: 21_003, returnValue: "0xab" };
    const withMemory = { ...first, memory: [zero, zero] };
    assert.deepEqual(await stepsOf(), { ...whole, structLogs: [withMemory, second] });
    const withoutMemory = { ...whole, structLogs: [first, second] };
    assert.deepEqual(await stepsOf({ disableMemory: true }), withoutMemory);
    const ofCall = requestText("debug_traceCall", [{}, "latest", { disableMemory: true }]);
    assert.deepEqual((await ask(ofCall, to)).result, withoutMemory);
    const isAtEachStep = asked.map((one) => one.kind === "steps" && one.storageAtEachStep);
    assert.deepEqual(isAtEachStep, [true, true, true]);
    assert.deepEqual(await stepsOf({ tracer: "noopTracer" }), {});
  });

  it("that are too long for an answer exceed a named limit", async () => {
    const to = dispatcher({}, { answerCharactersMax: 200 });
    const { error } = await ask(requestText("debug_traceTransaction", [hash]), to);
    assert.equal(error?.code, -32005);
    assert.deepEqual(error?.data, { limit: "answer-characters", max: 200 });
  });

  it("are returned for each transaction of a block, and for a call", async () => {
    const { result } = await call("debug_traceBlockByNumber", "latest");
    const hashes = block.transactions.map((tx) => toHex(tx.hash));
    assert.deepEqual(
      result,
      hashes.map((txHash) => ({ txHash, result: expected })),
    );
    assert.deepEqual((await call("debug_traceBlockByHash", toHex(block.hash))).result, result);
    const overrides = { stateOverrides: { [address]: { balance: "0x1" } } };
    assert.deepEqual((await call("debug_traceCall", {}, "latest", overrides)).result, expected);
    assert.deepEqual((await call("debug_traceCall", {})).result, expected);
  });
});
