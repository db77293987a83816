/**
 * Tests that executions for requests in the main thread end when the node stops, and when their client
 * leaves. The clock of this chain stands still, so that no time limit ends one.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createBackend } from "@tandem/node";
import { fromHex, outermostCall, type TracerRequest } from "@tandem/primitives";
import type { Backend } from "@tandem/rpc";
import { type Cancellation, sliceMs } from "@tandem/runtime";
import { within } from "../../support/eventually.js";
import { createWorld, restartsOf, sign, type World, worldSpec } from "../../support/world.js";

const loop = new Uint8Array(20).fill(0x1f);
/** Loops until its gas is used up: two million units, so that it is looked at many times. */
const spender = new Uint8Array(20).fill(0x2f);
const spec = {
  ...worldSpec,
  genesis: {
    ...worldSpec.genesis,
    gasLimit: 10n ** 13n,
    accounts: [
      ...worldSpec.genesis.accounts,
      { address: loop, balance: 0n, code: fromHex("0x5b600056") },
      { address: spender, balance: 0n, code: fromHex("0x5b62030d405a1160005700") },
    ],
  },
};
const latest = { tag: "latest" } as const;
const never: Cancellation = { isAborted: false };
const empty = new Uint8Array(0);
const endless = { to: loop, data: empty };

const scriptOf = (step: string, result: string): TracerRequest => ({
  kind: "script",
  code: `{ step: function() { ${step} }, fault: function() {}, result: function() { ${result} } }`,
  config: "{}",
});

describe("what a request executes", () => {
  let world: World;
  let blockOfTwo: Uint8Array;
  let second: Uint8Array;
  before(async () => {
    world = await createWorld({ spec });
    const payment = { to: spender, gasLimit: 2_000_000n };
    for (const nonce of [0, 1]) await world.chain.submit(sign({ ...payment, from: 0, nonce }));
    const block = await world.chain.miner.mine();
    blockOfTwo = block.hash;
    second = block.transactions[1]?.hash as Uint8Array;
  });
  after(() => world.destroy());

  type Execution = (backend: Backend, cancellation: Cancellation) => unknown;
  const raw = sign({ from: 0, nonce: 2, to: spender, gasLimit: 2_000_000n });
  const traced = { request: endless, ref: latest, overrides: [] };
  const kinds: Readonly<Record<string, Execution>> = {
    "a call": (b, by) => b.call(endless, latest, [], undefined, by),
    "a call with a price": (b, by) => b.call({ ...endless, gas: 10n ** 12n }, latest, [], {}, by),
    "a call on the pending block": (b, by) =>
      b.call(endless, { tag: "pending" }, [], undefined, by),
    "an estimate": (b, by) => b.estimateGas(endless, latest, [], undefined, by),
    "an access list": (b, by) => b.accessList(endless, latest, [], by),
    "a simulation": (b, by) =>
      b.simulate(
        {
          blocks: [{ blockOverrides: {}, overrides: [], calls: [endless] }],
          traceTransfers: false,
          validation: false,
        },
        latest,
        by,
      ),
    "the trace of a call": (b, by) => b.debugCall(traced, outermostCall, by),
    "the trace of a call between transactions": (b, by) => {
      const between = { ...traced, ref: { hash: blockOfTwo }, transactionIndex: 1 };
      return b.debugCall(between, outermostCall, by);
    },
    "a script that is told of each step": (b, by) =>
      b.debugCall(traced, scriptOf("", "return 1;"), by),
    "a script that does not return from a step": (b, by) =>
      b.debugCall(traced, scriptOf("for (;;) {}", ""), by),
    "a script that does not return at the end": (b, by) =>
      b.debugTransaction(second, scriptOf("", "for (;;) {}"), by),
    "traces of calls": (b, by) =>
      b.debugCalls([{ request: endless, tracer: outermostCall }], latest, by),
    "the trace of a raw transaction": (b, by) => b.debugRaw(raw, outermostCall, by),
    "the trace of a transaction": (b, by) => b.debugTransaction(second, outermostCall, by),
    "the traces of a block": (b, by) => b.debugBlock({ hash: blockOfTwo }, outermostCall, by),
    "a range of a storage": (b, by) =>
      b.storageRange({ block: blockOfTwo, index: 1, address: spender, from: empty, count: 1 }, by),
  };

  const backendOf = (leaving: AbortSignal) => {
    const { chain, store } = world;
    const parts = { chain, store, clientVersion: "Tandem/test", restarts: restartsOf(chain) };
    return createBackend({ ...parts, leaving });
  };

  for (const [name, execute] of Object.entries(kinds)) {
    it(`ends with its client: ${name}`, async () => {
      const backend = backendOf(new AbortController().signal);
      let looks = 0;
      const second = {
        get isAborted() {
          looks++;
          return looks > 1;
        },
      };
      await assert.rejects(async () => execute(backend, second), { name: "AbortError" });
    });

    it(`ends with the node: ${name}`, async () => {
      const leaving = new AbortController();
      const backend = backendOf(leaving.signal);
      let looks = 0;
      const stopping = {
        get isAborted() {
          looks++;
          if (looks > 1) leaving.abort();
          return false;
        },
      };
      await assert.rejects(async () => execute(backend, stopping), { name: "AbortError" });
    });
  }

  it("ends with its client and with the node if it is a proof", async (t) => {
    // Each read of the clock is later by more than half a slice, so that each step ends one.
    let now = performance.now();
    t.mock.method(performance, "now", () => {
      now += 0.6 * sliceMs;
      return now;
    });
    const slots = Array.from({ length: 20 }, (_, i) => new Uint8Array(32).fill(i));
    const leaving = new AbortController();
    const backend = backendOf(leaving.signal);
    const aborted = { isAborted: true };
    await assert.rejects(backend.proof(spender, slots, latest, aborted), { name: "AbortError" });
    leaving.abort();
    await assert.rejects(backend.proof(spender, slots, latest, never), { name: "AbortError" });
  });

  it("goes on for another client that made an equal call", async () => {
    const backend = backendOf(new AbortController().signal);
    const gas = { ...endless, data: Uint8Array.of(1) };
    const one = { isAborted: false };
    const other = { isAborted: false };
    const ends: string[] = [];
    const calls = [one, other].map((by, i) =>
      assert
        .rejects(async () => backend.call(gas, latest, [], undefined, by), { name: "AbortError" })
        .then(() => ends.push(`${i}`)),
    );
    one.isAborted = true;
    for (let round = 0; round < 10; round++) await new Promise(setImmediate);
    assert.deepEqual(ends, [], "the other client waits");
    other.isAborted = true;
    await within("end of the call", Promise.all(calls));
  });
});
