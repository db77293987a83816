import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { encodeErrorResult, parseAbi } from "viem";
import { forwarderAbi, microLoanAbi, readArtifacts, revertReason } from "./contract.js";

const artifacts = readArtifacts();

interface Entry {
  readonly type: string;
  readonly name?: string;
  readonly stateMutability?: string;
  readonly inputs?: readonly Parameter[];
  readonly outputs?: readonly Parameter[];
}
interface Parameter {
  readonly type: string;
  readonly indexed?: boolean;
  readonly components?: readonly Parameter[];
}

const types = (parameters: readonly Parameter[] | undefined): unknown =>
  parameters?.map(({ type, indexed, components }) => [type, indexed ?? false, types(components)]);

const signature = ({ type, name, stateMutability, inputs, outputs }: Entry) =>
  JSON.stringify([type, name, stateMutability, types(inputs), types(outputs)]);

const signatures = (abi: readonly object[]) => (abi as readonly Entry[]).map(signature);

describe("the compiled contract of the relay", () => {
  it("is up to date with its source", () => {
    const compiled = signatures(artifacts.MicroLoan.abi);
    assert.deepEqual(signatures(microLoanAbi).sort(), compiled.sort());
  });

  it("has a forwarder whose functions are those of the compiled one", () => {
    const compiled = new Set(signatures(artifacts.ERC2771Forwarder.abi));
    for (const known of signatures(forwarderAbi)) assert.ok(compiled.has(known), known);
  });

  it("has no multicall, with which anyone could act for another user", () => {
    const { abi, sources } = artifacts.MicroLoan;
    assert.deepEqual(sources, [
      "@openzeppelin/contracts/metatx/ERC2771Context.sol",
      "@openzeppelin/contracts/utils/Context.sol",
      "MicroLoan.sol",
    ]);
    for (const name of (abi as readonly Entry[]).map((entry) => entry.name ?? "")) {
      assert.doesNotMatch(name, /multicall|batch/i);
    }
    // There is no DELEGATECALL outside of the data of a PUSH.
    assert.ok(!opcodesOf(artifacts.MicroLoan.bytecode).includes(0xf4));
  });
});

/** Returns the opcodes of code without the data after PUSH. */
function opcodesOf(code: string): readonly number[] {
  const bytes = Buffer.from(code.slice(2), "hex");
  const found: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const opcode = bytes[at] ?? 0;
    found.push(opcode);
    if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f;
  }
  return found;
}

describe("the reason of a revert", () => {
  const plain = parseAbi(["error Error(string)", "error Panic(uint256)", "error Foreign()"]);
  const text = (reason: string) =>
    encodeErrorResult({ abi: plain, errorName: "Error", args: [reason] });

  it("is the text of a require, the code of a panic, or the name of one of our errors", () => {
    assert.equal(revertReason(text("Existing loan active")), "Existing loan active");
    assert.equal(
      revertReason(encodeErrorResult({ abi: plain, errorName: "Panic", args: [17n] })),
      "Panic 17",
    );
    assert.equal(
      revertReason(
        encodeErrorResult({ abi: microLoanAbi, errorName: "InsufficientPool", args: [1n, 2n] }),
      ),
      "InsufficientPool",
    );
  });

  it("is one line of plain characters, for any output of a contract", () => {
    assert.equal(
      revertReason(text("a\nTransfer confirmed: 0x1\u{1f600}")),
      "a?Transfer confirmed: 0x1??",
    );
    assert.equal(revertReason(text("x".repeat(500))).length, 80);
  });

  it("may be unknown", () => {
    const foreign = encodeErrorResult({ abi: plain, errorName: "Foreign" });
    for (const output of [undefined, "0x", "0x12", foreign] as const) {
      assert.equal(revertReason(output), "unknown reason");
    }
  });
});
