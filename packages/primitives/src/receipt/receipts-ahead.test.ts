import assert from "node:assert/strict";
import { test } from "node:test";
import { runSync } from "@tandem/runtime";
import {
  type Receipt,
  receiptsRoot,
  rlpListContent,
  storeReceiptSteps,
  storeReceipts,
} from "../index.js";
import { addLogsToBloom, emptyBloom } from "./bloom.js";
import { ReceiptsAhead } from "./receipts-ahead.js";
import { answerReceipts, packPart, receiptsResultOf } from "./receipts-jobs.js";

/** The length of a log's data; some are longer than a piece of any buffer. */
const lengthOf = (i: number) => (i % 250 === 249 ? 300_000 : i % 300);

function receiptsOf(count: number): Receipt[] {
  let cumulativeGasUsed = 0n;
  return Array.from({ length: count }, (_, i) => {
    const gasUsed = 21_000n + BigInt(i);
    cumulativeGasUsed += gasUsed;
    const address = new Uint8Array(20).fill(i % 5);
    const topics = [new Uint8Array(32).fill(i % 251)];
    return {
      type: i % 3,
      isSuccess: i % 7 !== 0,
      cumulativeGasUsed,
      gasUsed,
      effectiveGasPrice: 60_000_000n + BigInt(i),
      logs: i % 4 === 0 ? [] : [{ address, topics, data: new Uint8Array(lengthOf(i)) }],
    };
  });
}

function expected(receipts: readonly Receipt[]) {
  const logsBloom = emptyBloom.slice();
  for (const { logs } of receipts) addLogsToBloom(logsBloom, logs);
  return {
    receiptsRoot: receiptsRoot(receipts),
    logsBloom,
    gasUsed: receipts.at(-1)?.cumulativeGasUsed ?? 0n,
    paidFees: receipts.reduce((sum, one) => sum + one.gasUsed * one.effectiveGasPrice, 0n),
    count: receipts.length,
  };
}

test("receipts that come one after the other have the same root, bloom and sums as all at once", async () => {
  const blocks = [0, 1, 255, 256, 257, 512, 1_000].map(receiptsOf);
  const ahead = blocks.map(() => new ReceiptsAhead());
  // More blocks at once than the thread has room for.
  const longest = Math.max(...blocks.map(({ length }) => length));
  for (let i = 0; i < longest; i++) {
    for (const [b, receipts] of blocks.entries()) {
      const receipt = receipts[i];
      const target = ahead[b];
      if (receipt !== undefined && target !== undefined)
        runSync(storeReceiptSteps(receipt, target));
    }
  }
  for (const [b, receipts] of blocks.entries()) {
    const outcome = await ahead[b]?.finish();
    assert.deepEqual(outcome?.bytes, storeReceipts(receipts), `${receipts.length} receipts`);
    assert.deepEqual(outcome?.result, expected(receipts), `${receipts.length} receipts`);
  }
});

test("the thread has no result for receipts of which a part has not come", () => {
  const receipts = rlpListContent(storeReceipts(receiptsOf(3)));
  const part = (job: number, number: number, isLast: boolean) =>
    receiptsResultOf(answerReceipts(packPart({ job, part: number, isLast, receipts })));
  assert.equal(part(1, 0, false), undefined);
  assert.equal(part(1, 2, true), undefined);
  assert.equal(part(2, 1, true), undefined);
  assert.equal(part(3, 0, true)?.count, 3);
  for (let job = 10; job < 20; job++) part(job, 0, false);
  assert.equal(part(10, 1, true), undefined, "dropped for later blocks");
  assert.equal(part(19, 1, true)?.count, 6);
});
