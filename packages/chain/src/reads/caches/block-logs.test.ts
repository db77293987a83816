/**
 * Checks that the weight of views is their actual memory: otherwise the cache exceeds its limit.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { BlockLogsView, storeReceipts, toKey } from "@tandem/primitives";
import { sizeOf } from "./block-logs.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const viewsCached = 2_000;

const receiptWith = (logs: number) => ({
  type: 0,
  isSuccess: true,
  cumulativeGasUsed: 50_000n,
  gasUsed: 50_000n,
  effectiveGasPrice: 1n,
  logs: Array.from({ length: logs }, () => ({
    address: new Uint8Array(20).fill(1),
    topics: [1, 2, 3].map((n) => new Uint8Array(32).fill(n)),
    data: new Uint8Array(32).fill(4),
  })),
});

/** Creates a view with bytes of its own, as if read from the database. */
function view(n: number, transactions: number, logs: number): [string, BlockLogsView] {
  const stored = storeReceipts(Array.from({ length: transactions }, () => receiptWith(logs)));
  const blockHash = new Uint8Array(32).fill(n % 256).fill(n >> 8, 0, 4);
  const made = new BlockLogsView(stored.slice(), {
    blockHash,
    blockNumber: n,
    blockTimestamp: n,
    transactionHashes: () => new Uint8Array(32 * transactions),
  });
  if (made.count > 0) made.transactionHash(0);
  return [toKey(blockHash), made];
}

/** Buffers are freed in the event loop turns after a collection. */
const taken = async () => {
  for (let i = 0; i < 3; i++) {
    collect();
    await turn();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

for (const [transactions, logs] of [
  [0, 0],
  [1, 1],
  [10, 5],
] as const) {
  test(`a view of ${transactions} transactions with ${logs} logs each takes what it is weighed as`, async () => {
    // The first views also cause memory for compiled code, which is not counted.
    for (let n = 0; n < viewsCached; n++) view(n, transactions, logs);
    const before = await taken();
    const kept = new Map<string, BlockLogsView>();
    for (let n = 0; n < viewsCached; n++) kept.set(...view(n, transactions, logs));
    const bytes = (await taken()) - before;
    let weight = 0;
    for (const one of kept.values()) weight += sizeOf(one);
    assert.equal(kept.size, viewsCached);
    assert.ok(bytes < 1.1 * weight, `${bytes} bytes, weighed ${weight}`);
    // Other things of the process may be collected meanwhile.
    assert.ok(bytes > 0.2 * weight, `${bytes} bytes, weighed ${weight}`);
  });
}
