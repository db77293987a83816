/**
 * A call whose state is discarded has the same result as one in the library whose state is kept,
 * however often it is repeated, and changes nothing.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallRequest, emptyCodeHash, evmCommon, fromHex } from "@tandem/primitives";
import { createLibraryEvm } from "../create-library-evm.js";
import { codeTranslatedMax } from "../limits.js";
import { testEnv as env } from "../testing/block-env.js";
import { MemoryState } from "../testing/memory-state.js";
import { drawFrom, randomProgram } from "../testing/random-program.js";
import { type CallOutcome, runCall } from "./run-call.js";

const programsTried = 60;
const sender = fromHex(`0x${"5e".repeat(20)}`);
const called = fromHex(`0x${"0a".repeat(20)}`);
const slot = new Uint8Array(32).fill(5, 31);
const common = evmCommon(31, "osaka");

interface World {
  readonly code: Uint8Array;
  readonly request: CallRequest;
  readonly usesEngine: boolean;
}

const owed = { intrinsic: 21_000n, floor: 21_000n };

/** Executes a request several times on one state. @param steps whether each call is forgotten. */
async function outcomesOf({ code, request, usesEngine }: World, steps: readonly boolean[]) {
  const state = new MemoryState();
  state.putAccount(sender, { nonce: 3n, balance: 10n ** 20n, codeHash: emptyCodeHash });
  state.putAccount(called, { nonce: 1n, balance: 10n ** 6n, codeHash: emptyCodeHash });
  state.putCode(called, code);
  state.putSlot(called, slot, Uint8Array.of(7));
  state.forgetOriginals();
  const library = await createLibraryEvm({ common, clock: { now: () => 0 }, state, usesEngine });
  const call = { request, from: sender, env, gasPrice: 9n, gas: 1_000_000n, owed };
  const outcomes: { readonly outcome: CallOutcome; readonly changed: readonly string[] }[] = [];
  for (const isForgotten of steps) {
    const before = state.contents();
    const outcome = await runCall(library, { ...call, isForgotten });
    const changed = state.contents().filter((line) => !before.includes(line));
    outcomes.push({ outcome, changed });
    state.forgetOriginals();
  }
  return outcomes;
}

test("calls that are forgotten have the result of the call after them, and change nothing", async () => {
  const draw = drawFrom(5);
  // The successor of slot 5 is written there; LOG0; CREATE2 of a contract without code.
  const writing = [0x60, 5, 0x54, 0x60, 1, 0x01, 0x60, 5, 0x55, 0x60, 0, 0x60, 0, 0xa0];
  const creating = [0x60, 9, 0x60, 0, 0x60, 0, 0x60, 0, 0xf5];
  const accounts = [BigInt(`0x${"0a".repeat(20)}`), BigInt(`0x${"5e".repeat(20)}`), 4n, 0xb00n];
  for (let i = 0; i < programsTried; i++) {
    const program = randomProgram(draw, { accounts }, 10);
    const code = Uint8Array.from([...writing, ...creating, ...program]);
    const requests = [
      { to: called, data: Uint8Array.of(1, 2, 3) },
      { to: called, value: 5n, accessList: [{ address: called, storageKeys: [slot] }] },
      { data: code },
    ];
    for (const request of requests) {
      const library = { code, request, usesEngine: false };
      const [first, second] = await outcomesOf(library, [false, false]);
      const steps = [true, true, false, true, true, false];
      const ours = await outcomesOf({ code, request, usesEngine: true }, steps);
      const [former, latter] = [first?.outcome, second?.outcome];
      const expected = [former, former, former, latter, latter, latter];
      assert.deepEqual(
        ours.map(({ outcome }) => outcome),
        expected,
        `program ${i}`,
      );
      for (const at of [0, 1, 3, 4]) assert.deepEqual(ours[at]?.changed, [], `program ${i}`);
      assert.notDeepEqual(ours[2]?.changed, [], `program ${i}`);
    }
  }
});

test("a call of a code that is too long for the engine leaves nothing in it for the next calls", async () => {
  const state = new MemoryState();
  const long = fromHex(`0x${"0c".repeat(20)}`);
  state.putAccount(sender, { nonce: 3n, balance: 10n ** 20n, codeHash: emptyCodeHash });
  // Calls the long code, and returns the first word of its input.
  state.putCode(
    called,
    fromHex("0x5f5f5f5f5f730c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c5af1505f355f5260205ff3"),
  );
  const echo = fromHex(`0x${"0e".repeat(20)}`);
  state.putCode(echo, fromHex("0x5f355f5260205ff3"));
  state.putCode(long, new Uint8Array(codeTranslatedMax + 1));
  let fallbacks = 0;
  const onFallback = () => fallbacks++;
  const library = await createLibraryEvm({ common, clock: { now: () => 0 }, state, onFallback });
  const call = { from: sender, env, gasPrice: 9n, gas: 10_000_000n, owed, isForgotten: true };
  const data = new Uint8Array(32).fill(9, 31);
  for (let i = 0; i < 3; i++) {
    const { output, failure } = await runCall(library, { ...call, request: { to: called, data } });
    assert.equal(failure, undefined);
    assert.deepEqual(output, data);
    assert.equal(fallbacks, i + 1);
    const other = await runCall(library, { ...call, request: { to: echo, data } });
    assert.deepEqual(other.output, data);
    assert.equal(fallbacks, i + 1);
  }
});

test("the account to which the callee delegates is warm from the start (EIP-7702)", async () => {
  const target = fromHex(`0x${"0d".repeat(20)}`);
  const results: bigint[] = [];
  for (const usesEngine of [false, true]) {
    const state = new MemoryState();
    state.putAccount(sender, { nonce: 3n, balance: 10n ** 20n, codeHash: emptyCodeHash });
    state.putCode(called, fromHex(`0xef0100${"0d".repeat(20)}`));
    // Reads the balance of the account to which the callee delegates, and then fails or stops.
    state.putCode(
      target,
      fromHex(`0x5f35601c5773${"0d".repeat(20)}31005b73${"0d".repeat(20)}315f5ffd`),
    );
    const library = await createLibraryEvm({ common, clock: { now: () => 0 }, state, usesEngine });
    const call = { from: sender, env, gasPrice: 9n, gas: 1_000_000n, owed };
    for (const isForgotten of [true, false]) {
      for (const data of [new Uint8Array(32), new Uint8Array(32).fill(1)]) {
        const { gasUsed } = await runCall(library, {
          ...call,
          request: { to: called, data },
          isForgotten,
        });
        results.push(gasUsed);
      }
    }
  }
  assert.deepEqual(results.slice(4), results.slice(0, 4));
  assert.equal(results[0], 21_000n + 2n + 3n + 3n + 10n + 3n + 100n);
});

test("code that begins like a delegation and has another length is code as any other", async () => {
  const outer = fromHex(`0x${"0c".repeat(20)}`);
  for (const length of [0, 19, 21, 60]) {
    for (const usesEngine of [false, true]) {
      const state = new MemoryState();
      state.putAccount(sender, { nonce: 3n, balance: 10n ** 20n, codeHash: emptyCodeHash });
      state.putCode(called, fromHex(`0xef0100${"0d".repeat(length)}`));
      // Returns whether CALL with 100 gas succeeded.
      state.putCode(outer, fromHex(`0x5f5f5f5f5f73${"0a".repeat(20)}6064f15f5260205ff3`));
      const library = await createLibraryEvm({
        common,
        clock: { now: () => 0 },
        state,
        usesEngine,
        onFallback: () => assert.fail("a code that the engine cannot run"),
      });
      const call = { from: sender, env, gasPrice: 9n, gas: 1_000_000n, owed };
      for (const isForgotten of [true, false]) {
        const direct = await runCall(library, { ...call, request: { to: called }, isForgotten });
        assert.equal(direct.failure?.message, "invalid opcode: opcode 0xef not defined");
        const inside = await runCall(library, { ...call, request: { to: outer }, isForgotten });
        assert.deepEqual([inside.failure, inside.output], [undefined, new Uint8Array(32)]);
      }
    }
  }
});
