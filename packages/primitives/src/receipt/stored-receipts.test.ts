import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runSync } from "@tandem/runtime";
import { orderedTrieRoot } from "../trie/ordered-trie.js";
import { addLogsToBloom, emptyBloom } from "./bloom.js";
import { encodeReceipt, type Receipt, restoreReceipts, storeReceipts } from "./receipt.js";
import { logCount, openReceipts, readLogsSteps, storedIndexedLogs } from "./stored-receipts.js";
import { summarizeReceiptsSteps } from "./stored-receipts-root.js";

const log = (n: number, topics: number, dataBytes: number) => ({
  address: new Uint8Array(20).fill(n),
  topics: Array.from({ length: topics }, (_, i) => new Uint8Array(32).fill(n + i)),
  data: new Uint8Array(dataBytes).fill(n),
});

const price = { effectiveGasPrice: 60_000_000n };
const receipts: readonly Receipt[] = [
  {
    type: 0,
    isSuccess: true,
    cumulativeGasUsed: 21_000n,
    gasUsed: 21_000n,
    ...price,
    logs: [],
  },
  {
    type: 2,
    isSuccess: true,
    cumulativeGasUsed: 121_000n,
    gasUsed: 100_000n,
    effectiveGasPrice: 70_000_000n,
    logs: [log(1, 4, 64), log(2, 0, 0), ...Array.from({ length: 300 }, (_, n) => log(n % 7, 1, 1))],
    contractAddress: new Uint8Array(20).fill(0xc0),
  },
  {
    type: 1,
    isSuccess: false,
    cumulativeGasUsed: 172_000n,
    gasUsed: 51_000n,
    ...price,
    logs: [],
  },
];

/** Returns a plain copy, with the logs that are decoded when they are read. */
const plain = (receipt: Receipt) => ({ ...receipt, logs: receipt.logs });

describe("stored receipts", () => {
  it("are opened as they are decoded", () => {
    const bytes = storeReceipts(receipts);
    assert.deepEqual(openReceipts(bytes).map(plain), restoreReceipts(bytes));
    assert.deepEqual(openReceipts(storeReceipts([])), []);
  });

  it("are opened with the number of their logs, and logs that are decoded with pauses", () => {
    const opened = openReceipts(storeReceipts(receipts));
    assert.deepEqual(opened.map(logCount), [0, 302, 0]);
    for (const [i, receipt] of opened.entries()) {
      const steps = readLogsSteps(receipt);
      let pauses = 0;
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) pauses++;
      assert.equal(pauses, i === 1 ? 1 : 0);
      assert.deepEqual(step.value, receipts[i]?.logs);
      assert.equal(receipt.logs, step.value, "they are decoded once");
      assert.equal(runSync(readLogsSteps(receipt)), step.value);
    }
    assert.deepEqual(opened.map(logCount), [0, 302, 0]);
    const [, executed] = receipts as [Receipt, Receipt];
    assert.equal(logCount(executed), 302, "of a receipt that was not opened");
    assert.equal(runSync(readLogsSteps(executed)), executed.logs);
  });

  it("give what their logs are found by, in order", () => {
    const bytes = storeReceipts(receipts);
    assert.deepEqual(
      [...storedIndexedLogs(bytes)],
      receipts.flatMap(({ logs }) => logs.map(({ address, topics }) => ({ address, topics }))),
    );
  });

  it("give what a header says of them", () => {
    const { values, logsBloom, gasUsed, paidFees } = runSync(
      summarizeReceiptsSteps(storeReceipts(receipts)),
    );
    assert.deepEqual(orderedTrieRoot(values), orderedTrieRoot(receipts.map(encodeReceipt)));
    const bloom = emptyBloom.slice();
    for (const { logs } of receipts) addLogsToBloom(bloom, logs);
    assert.deepEqual(logsBloom, bloom);
    assert.equal(gasUsed, 172_000n);
    assert.equal(paidFees, 72_000n * 60_000_000n + 100_000n * 70_000_000n);
  });

  it("are summarized with pauses between their logs", () => {
    const [, many] = receipts;
    const steps = summarizeReceiptsSteps(storeReceipts([many as Receipt]));
    let pauses = 0;
    while (steps.next().done !== true) pauses++;
    assert.equal(pauses, 2);
  });
});
