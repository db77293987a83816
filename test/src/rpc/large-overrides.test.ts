/**
 * Tests that large overrides of a call are decoded and applied in slices, between which others are
 * answered.
 */
import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import { setImmediate as nextIteration } from "node:timers/promises";
import { createNode, type InProcessNode } from "@tandem/node";
import { fewOrMany } from "../support/extent.js";
import type { Hex } from "../support/wire.js";

const accounts = fewOrMany(20_000, 100_000);
const slots = fewOrMany(15_000, 75_000);
/**
 * The maximum number of members of an override for which the event loop is held; about ninety are
 * expected.
 */
const heldMax = 200;

const address = (n: number): Hex => `0x${n.toString(16).padStart(40, "a")}`;
const hex = (n: number): Hex => `0x${n.toString(16)}`;
const word = (n: number | bigint): Hex => `0x${n.toString(16).padStart(64, "0")}`;
const record = <T>(count: number, member: (n: number) => readonly [Hex, T]): Record<Hex, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => member(n)));
const manySlots = () => record(slots, (n) => [word(n), word(n + 1)]);
/** Returns the slot or the balance that the call data names. */
const slotReader = "0x5f35545f5260205ff3";
const balanceReader = "0x5f35315f5260205ff3";

/**
 * Counts the turns of the event loop while something runs, by a clock that advances a millisecond
 * whenever it is read: turns then depend on how often the code reads it, and not on the machine.
 */
async function turnsOf<T>(t: TestContext, run: () => Promise<T>): Promise<[T, number]> {
  // The current time slice of the real clock ends first.
  await nextIteration();
  let now = performance.now();
  let turns = 0;
  let isRunning = true;
  const clock = t.mock.method(performance, "now", () => now++);
  const turn = () => {
    turns++;
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    return [await run(), turns];
  } finally {
    isRunning = false;
    clock.mock.restore();
    await nextIteration();
  }
}

describe("an override", () => {
  let node: InProcessNode;
  before(async () => {
    node = await createNode({ isListening: false });
  });
  after(() => node.close());
  const call = (named: number | bigint, overrides: object) =>
    node.request("eth_call", [{ to: address(1), data: word(named) }, "latest", overrides]);

  it("of many accounts yields to other requests", async (t) => {
    const overrides = record(accounts, (n) => [address(n), { balance: hex(n) }]);
    const asked = { ...overrides, [address(1)]: { code: balanceReader } };
    const last = accounts - 1;
    const [value, turns] = await turnsOf(t, () => call(BigInt(address(last)), asked));
    assert.equal(value, word(last));
    assert.ok(turns > accounts / heldMax, `${turns} turns for ${accounts} accounts`);
  });

  it("of a simulated block yields while the state after it is kept for the next block", async (t) => {
    const few = 2_000;
    const stateOverrides = record(few, (n) => [address(n), { balance: hex(n + 1) }]);
    const blockStateCalls = [{ stateOverrides }];
    const [, turns] = await turnsOf(t, () => node.request("eth_simulateV1", [{ blockStateCalls }]));
    // Decoding and hashing take 1.1 turns an account, and keeping its nodes 0.6.
    assert.ok(turns > 1.4 * few, `${turns} turns for ${few} accounts`);
  });

  for (const kind of ["state", "stateDiff"]) {
    it(`of many slots yields to other requests, as ${kind}`, async (t) => {
      const overrides = { [address(1)]: { code: slotReader, [kind]: manySlots() } };
      const [value, turns] = await turnsOf(t, () => call(slots - 1, overrides));
      assert.equal(value, word(slots));
      assert.ok(turns > slots / heldMax, `${turns} turns for ${slots} slots`);
    });
  }
});
