import assert from "node:assert/strict";
import { test } from "node:test";
import type { Trace } from "@tandem/primitives";
import { heightMax, type Store, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { openSmallChain, transfer } from "../testing/small-chain.js";
import { readTraces } from "./traces.js";

const call = (subtraces: number, index?: number): Trace => ({
  type: "call",
  action: {
    callType: "call",
    from: new Uint8Array(20).fill(1),
    to: new Uint8Array(20).fill(2),
    gas: 1n,
    input: new Uint8Array(0),
    value: 0n,
  },
  result: { gasUsed: 1n, output: new Uint8Array(0) },
  subtraces,
  path: index === undefined ? undefined : { parent: undefined, index },
});

/** Returns the store, with a count of the trace rows that were read. */
function counting(store: Store): { readonly store: Store; readonly reads: () => number } {
  let reads = 0;
  const get: Store["get"] = (wanted, key, height) => {
    if (wanted.name === table.traces.name) reads++;
    return store.get(wanted, key, height);
  };
  return { store: { ...store, get }, reads: () => reads };
}

test("the traces of a block that is too large to be kept are read and decoded once an answer", async () => {
  const small = await openSmallChain("manual");
  try {
    await small.chain.submit(transfer(0, 0));
    const { hash, header } = await small.chain.miner.mine();
    const inner = Math.ceil(chainLimits.traceBytesCached / 2_000);
    const traces = [call(inner), ...Array.from({ length: inner }, (_, index) => call(0, index))];
    const batch = small.store.batch();
    batch.put(table.traces, hash, [traces]);
    await batch.commit();

    const { store, reads } = counting(small.store);
    const found = readTraces(store);
    const opened = found.ofBlock(hash, header.number);
    assert.ok(opened instanceof Promise, "so many traces are decoded in slices");
    const block = await opened;
    const all = block?.all();
    assert.deepEqual(
      all?.map(({ trace }) => trace),
      traces,
    );
    assert.deepEqual(block?.ofTransaction(0), all);
    assert.equal(block?.ofTransaction(0)[inner], all?.[inner]);
    assert.equal(reads(), 1);
    await found.ofBlock(hash, header.number);
    assert.equal(reads(), 2, "it is not kept");
  } finally {
    await small.destroy();
  }
});

test("a range of traces may have any heights, up to those that no chain has", async () => {
  const small = await openSmallChain("manual");
  try {
    const found = readTraces(small.store);
    const senders = [[], [new Uint8Array(20)]];
    for (const from of [heightMax - 1_000, heightMax, heightMax + 1, 2 ** 52 - 1]) {
      for (const fromAddresses of senders) {
        const range = { from, to: from + 999, fromAddresses, toAddresses: [] };
        const query = { ...range, after: 1, count: 1 };
        assert.deepEqual(await found.filter(query, { isAborted: false }), []);
      }
    }
  } finally {
    await small.destroy();
  }
});
