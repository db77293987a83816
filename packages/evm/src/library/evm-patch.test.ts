/**
 * Checks that the changes of `patches` in the EVM are installed, and that the library has the
 * expected version: pnpm applies a patch to one version only, and an installation without pnpm
 * would silently omit it.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createEVM } from "@ethereumjs/evm";
import {
  bigIntToBytes,
  bytesToBigInt,
  bytesToHex,
  bytesToUnprefixedHex,
  setLengthLeft,
  setLengthRight,
  toBytes,
} from "@ethereumjs/util";
import { concat, evmCommon } from "@tandem/primitives";
import fc from "fast-check";

const zero = new Uint8Array(1);

const run = async (code: readonly number[]) => {
  const evm = await createEVM({ common: evmCommon(31, "osaka") });
  const { runState } = await evm.runCode({ code: Uint8Array.from(code), gasLimit: 1_000_000n });
  assert.ok(runState);
  return runState;
};

const storeOf = ({ memory }: Awaited<ReturnType<typeof run>>) =>
  (memory as unknown as { readonly _store: Uint8Array })._store;

test("a frame hands out its own state, not a copy", async () => {
  const runState = await run([0x00]);
  const { interpreter } = runState as unknown as { interpreter: { _runState: unknown } };
  assert.equal(interpreter._runState, runState);
});

test("a step shows the memory itself, not a copy, and no data of a REVERT", async () => {
  const evm = await createEVM({ common: evmCommon(31, "osaka") });
  const steps: { readonly memory: Uint8Array; readonly error?: unknown }[] = [];
  evm.events.on("step", (step) => void steps.push(step as never));
  // PUSH1 1, PUSH0, MSTORE; PUSH1 32, PUSH0, REVERT.
  const code = Uint8Array.of(0x60, 1, 0x5f, 0x52, 0x60, 32, 0x5f, 0xfd);
  const { runState } = await evm.runCode({ code, gasLimit: 1_000n });
  assert.ok(runState);
  const last = steps.at(-1);
  assert.deepEqual([last?.memory.length, last?.error], [32, undefined]);
  assert.equal(last?.memory.buffer, storeOf(runState).buffer);
});

test("frames begin with memory of their own, all zeros, and make nothing that stays empty", async () => {
  // PUSH1 0xff, PUSH1 0, MSTORE; as many frames as share one buffer, and some more.
  const frames = Array.from({ length: 70 }, () => run([0x60, 0xff, 0x60, 0, 0x52]));
  const states = await Promise.all(frames);
  const fresh = await run([0x00]);
  assert.deepEqual(storeOf(fresh), new Uint8Array(1024));
  const written = new Uint8Array(1024);
  written[31] = 0xff;
  for (const state of states) assert.deepEqual(storeOf(state), written);
  assert.equal(new Set(states.map((state) => storeOf(state).buffer)).size, 2);
  assert.equal(fresh.returnBytes, states[0]?.returnBytes);
});

test("memory begins small, and doubles", async () => {
  const sizeAfter = async (offset: number) => {
    // PUSH1 1, PUSH2 offset, MSTORE
    const code = [0x60, 1, 0x61, offset >> 8, offset & 0xff, 0x52];
    return storeOf(await run(code)).length;
  };
  assert.equal(await sizeAfter(0), 1024);
  assert.equal(await sizeAfter(1024), 2048);
  assert.equal(await sizeAfter(10_000), 10_240);
});

test("bytes are padded as they always were", () => {
  const bytes = Uint8Array.of(1, 2);
  assert.deepEqual(setLengthLeft(bytes, 4), Uint8Array.of(0, 0, 1, 2));
  assert.deepEqual(setLengthRight(bytes, 4), Uint8Array.of(1, 2, 0, 0));
  assert.equal(setLengthLeft(bytes, 2), bytes);
  const source = new URL("bytes.js", import.meta.resolve("@ethereumjs/util"));
  assert.match(readFileSync(source, "utf8"), /padded\.set\(msg/);
});

test("numbers and text of bytes are what they always were", () => {
  // The library's own algorithm, in one line each.
  const text = (bytes: Uint8Array) =>
    `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const number = (bytes: Uint8Array) => (bytes.length === 0 ? 0n : BigInt(text(bytes)));
  const short = (value: bigint) => {
    const digits = value.toString(16);
    return Uint8Array.from(Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex"));
  };
  const zeros = fc.nat(32).map((length) => new Uint8Array(length));
  const padded = fc.tuple(zeros, fc.uint8Array({ maxLength: 32 })).map(([a, b]) => concat(a, b));
  const hold = (bytes: Uint8Array) => {
    assert.equal(bytesToHex(bytes), text(bytes));
    assert.equal(bytesToUnprefixedHex(bytes), text(bytes).slice(2));
    assert.equal(bytesToHex(Buffer.from(bytes).subarray(1)), text(bytes.subarray(1)));
    assert.equal(bytesToBigInt(bytes), number(bytes));
    assert.equal(bytesToBigInt(bytes, true), number(bytes.slice().reverse()));
    assert.deepEqual(bigIntToBytes(number(bytes)), short(number(bytes)));
    assert.deepEqual(toBytes(Buffer.from(bytes)), bytes);
    assert.deepEqual(toBytes([...bytes]), bytes);
  };
  fc.assert(fc.property(padded, hold));
  for (const edge of [
    0n,
    255n,
    256n,
    65_535n,
    65_536n,
    2n ** 32n - 1n,
    2n ** 32n,
    2n ** 64n - 1n,
    2n ** 64n,
    2n ** 256n - 1n,
    2n ** 256n,
  ]) {
    hold(short(edge));
  }
  assert.equal(toBytes(zero), zero, "not a copy");
  assert.throws(() => bigIntToBytes(-1n));
});
