/**
 * A call whose state is discarded has the same result as otherwise, and does not change accounts
 * and storage.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyCodeHash, evmCommon, fromHex } from "@tandem/primitives";
import { createLibraryEvm } from "../library/library-evm.js";
import { MemoryState } from "../testing/memory-state.js";
import { drawFrom, randomProgram } from "../testing/random-program.js";
import { runCall } from "./run-call.js";

const programsTried = 60;
const sender = fromHex(`0x${"5e".repeat(20)}`);
const called = fromHex(`0x${"0a".repeat(20)}`);
const common = evmCommon(31, "osaka");
const env = {
  number: 300,
  timestamp: 1,
  coinbase: fromHex(`0x${"05".repeat(20)}`),
  difficulty: 1n,
  gasLimit: 30_000_000n,
  minimumGasPrice: 7n,
};

/** Executes a call of the code on a new state. */
async function resultOf(code: Uint8Array, isForgotten: boolean) {
  const state = new MemoryState();
  state.putAccount(sender, { nonce: 3n, balance: 10n ** 20n, codeHash: emptyCodeHash });
  state.putAccount(called, { nonce: 1n, balance: 10n ** 6n, codeHash: emptyCodeHash });
  state.putCode(called, code);
  const library = await createLibraryEvm({ common, clock: { now: () => 0 }, state });
  const before = state.contents();
  const request = { to: called, data: Uint8Array.of(1, 2, 3) };
  const owed = { intrinsic: 21_000n, floor: 21_000n };
  const call = { request, from: sender, env, gasPrice: 9n, gas: 1_000_000n, owed, isForgotten };
  const outcome = await runCall(library, call);
  const lines = state.contents().filter((line) => !before.includes(line));
  return { outcome, changed: lines.filter((line) => !line.includes("5e5e5e")) };
}

test("a call whose state is forgotten comes to the same, and writes nothing but its sender's nonce", async () => {
  const draw = drawFrom(5);
  // SSTORE, LOG0, CREATE2 of a contract without code.
  const writing = [0x60, 7, 0x60, 1, 0x55, 0x60, 0, 0x60, 0, 0xa0];
  const creating = [0x60, 9, 0x60, 0, 0x60, 0, 0x60, 0, 0xf5];
  const accounts = [BigInt(`0x${"0a".repeat(20)}`), 4n, 0xb00n];
  for (let i = 0; i < programsTried; i++) {
    const program = randomProgram(draw, { accounts }, 10);
    const code = Uint8Array.from([...writing, ...creating, ...program]);
    const [kept, forgotten] = [await resultOf(code, false), await resultOf(code, true)];
    assert.deepEqual(forgotten.outcome, kept.outcome, `program ${i}`);
    assert.deepEqual(forgotten.changed, [], `program ${i}`);
    if (kept.outcome.failure === undefined) assert.ok(kept.changed.length > 0, `program ${i}`);
  }
});
