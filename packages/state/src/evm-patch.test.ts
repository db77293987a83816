/**
 * What `patches` changes in the EVM is there, and the library is the one it was made for: pnpm takes
 * a patch for one version only, and a machine without pnpm would miss it without a word.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createEVM } from "@ethereumjs/evm";
import { setLengthLeft, setLengthRight } from "@ethereumjs/util";
import { evmCommon } from "@tandem/primitives";

const run = async (code: readonly number[]) => {
  const evm = await createEVM({ common: evmCommon(31, "prague") });
  const { runState } = await evm.runCode({ code: Uint8Array.from(code), gasLimit: 1_000_000n });
  assert.ok(runState);
  return runState;
};

test("a frame hands out its own state, not a copy", async () => {
  const runState = await run([0x00]);
  const { interpreter } = runState as unknown as { interpreter: { _runState: unknown } };
  assert.equal(interpreter._runState, runState);
});

test("memory begins small, and doubles", async () => {
  const sizeAfter = async (offset: number) => {
    // PUSH1 1, PUSH2 offset, MSTORE
    const { memory } = await run([0x60, 1, 0x61, offset >> 8, offset & 0xff, 0x52]);
    return (memory as unknown as { _store: Uint8Array })._store.length;
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
