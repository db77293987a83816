/** Tests geth's erc7562Tracer, by which bundlers check the validation rules of ERC-7562. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";

const caller = `0x${"c0".repeat(20)}`;
const callee = `0x${"ca".repeat(20)}`;
/** An address without code. */
const nobody = `0x${"b0".repeat(20)}`;
const hex = (address: string) => address.slice(2);
const word = (value: number) => `0x${value.toString(16).padStart(64, "0")}`;

/** Calls the callee with all gas that is left, and pops the result. */
const calling = `5f5f5f5f5f73${hex(callee)}5af150`;

interface AccessedSlots {
  readonly reads: Readonly<Record<string, readonly string[]>>;
  readonly writes: Readonly<Record<string, number>>;
  readonly transientReads: Readonly<Record<string, number>>;
  readonly transientWrites: Readonly<Record<string, number>>;
}

interface Call {
  readonly type: string;
  readonly error?: string;
  readonly accessedSlots: AccessedSlots;
  readonly extCodeAccessInfo: readonly string[];
  readonly usedOpcodes: Readonly<Record<string, number>>;
  readonly contractSize: Readonly<Record<string, object>>;
  readonly outOfGas: boolean;
  readonly keccak?: readonly string[];
  readonly logs?: readonly object[];
  readonly calls?: readonly Call[];
}

describe("geth's erc7562Tracer", () => {
  let node: InProcessNode;
  before(async () => {
    node = await createNode({ isListening: false });
  });
  after(() => node.close());

  const trace = async (codes: Readonly<Record<string, string>>, tracerConfig = {}) => {
    const stateOverrides = Object.fromEntries(
      Object.entries(codes).map(([address, code]) => [
        address,
        { code: `0x${code}`, stateDiff: { [word(1)]: word(7) } },
      ]),
    );
    return (await node.request("debug_traceCall", [
      { to: caller, gas: "0xf4240" },
      "latest",
      { tracer: "erc7562Tracer", tracerConfig, stateOverrides },
    ])) as Call;
  };

  it("counts the instructions of each call, but common ones, and the STOP at the end of code", async () => {
    const { usedOpcodes, calls = [] } = await trace({
      [caller]: `${calling}42504250`,
      [callee]: "600101505f5000",
    });
    assert.deepEqual(usedOpcodes, { "0xf1": 1, "0x42": 2, "0x0": 1 });
    // The callee underflows at its ADD.
    assert.deepEqual(calls[0]?.usedOpcodes, {});
    assert.equal(calls[0]?.error, "stack underflow");
    const counted = await trace({ [caller]: "60015f0150" }, { ignoredOpcodes: ["0x0", "0x60"] });
    assert.deepEqual(counted.usedOpcodes, { "0x5f": 1, "0x1": 1, "0x50": 1 });
  });

  it("counts GAS unless a call follows it", async () => {
    const { usedOpcodes } = await trace({ [caller]: `5a50${calling}`, [callee]: "00" });
    assert.deepEqual(usedOpcodes, { "0x5a": 1, "0xf1": 1, "0x0": 1 });
  });

  it("shows the slots of each call, with values that were read before they were written", async () => {
    const reading = "600154506001545060025450";
    const writing = "600560015560015450600560035560035450";
    const transient = "60055f5d60055f5d60055c50";
    const { accessedSlots, calls = [] } = await trace({
      [caller]: `${reading}${writing}${calling}`,
      [callee]: `${transient}600154`,
    });
    assert.deepEqual(accessedSlots, {
      reads: { [word(1)]: [word(7)], [word(2)]: [word(0)] },
      writes: { [word(1)]: 1, [word(3)]: 1 },
      transientReads: {},
      transientWrites: {},
    });
    assert.deepEqual(calls[0]?.accessedSlots, {
      reads: { [word(1)]: [word(7)] },
      writes: {},
      transientReads: { [word(5)]: 1 },
      transientWrites: { [word(0)]: 2 },
    });
  });

  it("shows the storage of the caller in the code of a DELEGATECALL, as it is at the moment", async () => {
    const { calls = [] } = await trace({
      [caller]: `60096001555f5f5f5f73${hex(callee)}5af4`,
      [callee]: "600154",
    });
    assert.equal(calls[0]?.type, "DELEGATECALL");
    assert.deepEqual(calls[0]?.accessedSlots.reads, { [word(1)]: [word(9)] });
  });

  it("shows accesses to code, but EXTCODESIZE before ISZERO, and the first access to each account", async () => {
    const sizes = `73${hex(nobody)}3b1550` + `73${hex(nobody)}3b50`;
    const hashed = `73${hex(callee)}3f50`;
    const { extCodeAccessInfo, contractSize } = await trace({
      [caller]: `${sizes}${calling}${hashed}`,
      [callee]: "5f5f00",
    });
    assert.deepEqual(extCodeAccessInfo, [nobody, callee]);
    assert.deepEqual(contractSize, {
      [nobody]: { contractSize: 0, opcode: 0x3b },
      [callee]: { contractSize: 3, opcode: 0xf1 },
    });
  });

  it("tells of calls inside that run out of gas, and not of the outermost one", async () => {
    const {
      outOfGas,
      error,
      calls = [],
    } = await trace({
      [caller]: `${calling}fe`,
      [callee]: "5f5f20635fffffff5f20",
    });
    assert.deepEqual([outOfGas, error], [false, "invalid opcode: INVALID"]);
    assert.deepEqual([calls[0]?.outOfGas, calls[0]?.error], [true, "out of gas"]);
  });

  it("lists what was hashed in all calls once, in order, with zeros beyond the memory", async () => {
    const { keccak, calls = [] } = await trace({
      [caller]: `6001601f5360205f205060015f20505f5f2050${calling}60205f20`,
      [callee]: "60216003526020600320",
    });
    assert.deepEqual(keccak, ["0x", "0x00", word(1), word(0x21)]);
    assert.equal(calls[0]?.keccak, undefined);
    assert.equal((await trace({ [caller]: "00" })).keccak, undefined);
  });

  it("has logs on request, and joins other tracers in muxTracer", async () => {
    const logging = { [caller]: "5f5fa0" };
    assert.equal((await trace(logging)).logs, undefined);
    assert.equal((await trace(logging, { withLog: true })).logs?.length, 1);
    const [validation, several] = await Promise.all([
      trace(logging),
      node.request("debug_traceCall", [
        { to: caller, gas: "0xf4240" },
        "latest",
        {
          tracer: "muxTracer",
          tracerConfig: { erc7562Tracer: null, "4byteTracer": null },
          stateOverrides: { [caller]: { code: "0x5f5fa0" } },
        },
      ]),
    ]);
    assert.deepEqual(several, { erc7562Tracer: validation, "4byteTracer": {} });
  });
});
