/** Tests traces of compiled contracts: the calls, their inputs and their results. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type Address,
  type CallFrame,
  fromHex,
  type Trace,
  toHex,
  traceAddressOf,
} from "@tandem/primitives";
import { AbiCoder, getCreate2Address, getCreateAddress, Interface, keccak256 } from "ethers";
import { compileOne } from "../support/compile.js";
import { alice, openTraceScene, sign } from "../support/scenes/trace-scene.js";
import type { Hex } from "../support/wire.js";

const contractOf = (name: string) => {
  const { abi, bytecode } = compileOne("Traces.sol", name);
  return { abi: new Interface(abi as never), bytecode };
};
const [Leaf, Middle, Root, Nest] = ["Leaf", "Middle", "Root", "Nest"].map(contractOf) as [
  ReturnType<typeof contractOf>,
  ReturnType<typeof contractOf>,
  ReturnType<typeof contractOf>,
  ReturnType<typeof contractOf>,
];
const [leaf, middle, root] = [0, 1, 2].map((nonce) =>
  getCreateAddress({ from: toHex(alice), nonce }).toLowerCase(),
) as [Hex, Hex, Hex];

const scene = openTraceScene([]);
const gasLimit = 2_000_000n;
const word = (value: bigint) => AbiCoder.defaultAbiCoder().encode(["uint256"], [value]);
const withAddress = (bytecode: string, address: string) =>
  `${bytecode}${address.slice(2).padStart(64, "0")}`;

/** Deploys Leaf, Middle and Root, and then calls Root, all in one block. */
function execute(method: string, args: readonly unknown[], value = 0n) {
  const deployments = [
    Leaf.bytecode,
    withAddress(Middle.bytecode, leaf),
    withAddress(Root.bytecode, middle),
  ].map((data, nonce) => sign({ data, nonce, gasLimit }));
  const data = Root.abi.encodeFunctionData(method, args);
  return scene.execute(...deployments, sign({ nonce: 3, to: root, data, value, gasLimit }));
}

/** Returns a trace in one line: position, type, sender, recipient, input and result. */
function lineOf(trace: Trace): readonly unknown[] {
  const { type, action, subtraces } = trace;
  const place = [traceAddressOf(trace).join("."), subtraces];
  if (type === "suicide") {
    return [...place, type, toHex(action.address), toHex(action.refundAddress), action.balance];
  }
  const hex = (bytes?: Uint8Array) => (bytes === undefined ? undefined : toHex(bytes));
  if (type === "create") {
    const outcome = trace.error ?? hex(trace.result?.address);
    return [...place, action.creationMethod, hex(action.from), action.value, outcome];
  }
  const outcome = trace.error ?? hex(trace.result?.output);
  const { callType, from, to, input, value } = action;
  return [...place, callType, hex(from), hex(to), hex(input), value, outcome];
}

const caller = toHex(alice);
const calldata = ({ abi }: typeof Leaf, method: string, ...args: readonly unknown[]) =>
  abi.encodeFunctionData(method, args);

/** Asserts that a call used at least as much gas as its inner calls. */
function assertGasNests(call: CallFrame): void {
  const inside = call.calls.reduce((sum, { gasUsed }) => sum + gasUsed, 0n);
  assert.ok(inside <= call.gasUsed && call.gasUsed <= call.gas);
  call.calls.forEach(assertGasNests);
}

describe("traces of compiled contracts", () => {
  it("has three levels of static calls of view functions", async () => {
    const { traces, call } = await execute("dive", [5]);
    assert.deepEqual(traces.map(lineOf), [
      ["", 1, "call", caller, root, calldata(Root, "dive", 5), 0n, word(7n)],
      ["0", 1, "staticcall", root, middle, calldata(Middle, "next", 5), 0n, word(7n)],
      ["0.0", 0, "staticcall", middle, leaf, calldata(Leaf, "next", 5), 0n, word(6n)],
    ]);
    assertGasNests(call);
  });

  it("keeps calls of a child that reverted, and the parent continues with the reason", async () => {
    const { traces, call, state, receipt } = await execute("forgive", [9]);
    const reason = AbiCoder.defaultAbiCoder().encode(["string"], ["not today"]);
    assert.deepEqual(traces.map(lineOf), [
      ["", 1, "call", caller, root, calldata(Root, "forgive", 9), 0n, reason],
      ["0", 2, "call", root, middle, calldata(Middle, "refuse", 9), 0n, "Reverted"],
      ["0.0", 0, "call", middle, leaf, calldata(Leaf, "keep", 9), 0n, word(9n)],
      ["0.1", 0, "call", middle, leaf, calldata(Leaf, "refuse", 9), 0n, "Reverted"],
    ]);
    assert.deepEqual(state.storageAt(fromHex(leaf), new Uint8Array(32)), new Uint8Array(32));
    assert.equal(receipt.logs.length, 1);
    assertGasNests(call);
    const [refused] = call.calls;
    assert.equal(refused?.error, "execution reverted");
    assert.equal(toHex(refused?.output ?? new Uint8Array(0)).slice(0, 10), "0x08c379a0");
    assert.deepEqual(
      [call, refused, ...(refused?.calls ?? [])].map((one) => one?.logs?.length),
      [1, 0, 0, 0],
    );
    assert.deepEqual(
      call.logs?.map(({ index, position }) => [index, position]),
      [[0, 1]],
    );
  });

  it("runs delegated code at the delegating contract, with its value", async () => {
    const { traces, state } = await execute("borrow", [3], 11n);
    assert.deepEqual(traces.map(lineOf), [
      ["", 1, "call", caller, root, calldata(Root, "borrow", 3), 11n, word(3n)],
      ["0", 1, "call", root, middle, calldata(Middle, "borrow", 3), 11n, word(3n)],
      ["0.0", 0, "delegatecall", middle, leaf, calldata(Leaf, "keep", 3), 11n, word(3n)],
    ]);
    assert.equal(toHex(state.storageAt(fromHex(middle), new Uint8Array(32))), word(3n));
  });

  it("has a creation inside CREATE2, whose contract self-destructs", async () => {
    const salt = word(77n);
    const { traces, state } = await execute("build", [salt], 13n);
    const nest = getCreate2Address(root, salt, keccak256(Nest.bytecode)).toLowerCase() as Hex;
    const born = getCreateAddress({ from: nest, nonce: 1 }).toLowerCase() as Hex;
    assert.deepEqual(traces.map(lineOf), [
      ["", 3, "call", caller, root, calldata(Root, "build", salt), 13n, "0x"],
      ["0", 2, "create2", root, 13n, nest],
      ["0.0", 0, "create", nest, 0n, born],
      ["0.1", 0, "call", nest, born, calldata(Leaf, "keep", 1), 13n, word(1n)],
      ["1", 0, "staticcall", root, nest, calldata(Nest, "leaf"), 0n, word(BigInt(born))],
      ["2", 1, "call", root, born, calldata(Leaf, "go", caller), 0n, "0x"],
      ["2.0", 0, "suicide", born, caller, 13n],
    ]);
    assert.equal(state.codeOf(fromHex(born) as Address).length, 0);
  });
});
