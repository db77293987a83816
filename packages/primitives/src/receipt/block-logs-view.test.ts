import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { concat } from "../bytes/bytes.js";
import { BlockLogsView } from "./block-logs-view.js";
import { matchesLog } from "./filter.js";
import { type Log, logsBeforeYield } from "./log.js";
import { storeReceipts } from "./receipt.js";

/** Some differ at their end, some only at their beginning. */
const few = (length: number) =>
  fc.tuple(fc.nat(1), fc.nat(2)).map(([first, last]) => {
    const bytes = bytesOf(last, length);
    bytes[0] = first;
    return bytes;
  });
const bytesOf = (n: number, length: number) => new Uint8Array(length).fill(n, -1);
const log: fc.Arbitrary<Log> = fc.record(
  {
    address: few(20),
    topics: fc.array(few(32), { maxLength: 4 }),
    data: fc.oneof(
      fc.uint8Array({ maxLength: 70 }),
      fc.uint8Array({ minLength: 250, maxLength: 300 }),
      fc.constant(new Uint8Array(70_000).fill(7)),
    ),
  },
  { noNullPrototype: true },
);
const filter = fc.record({
  addresses: fc.array(few(20), { maxLength: 2 }),
  topics: fc.array(
    fc.option(fc.array(few(32), { minLength: 1, maxLength: 2 }), { nil: undefined }),
    {
      maxLength: 4,
    },
  ),
});

const receiptOf = (logs: Log[]) => ({
  type: 2,
  isSuccess: true,
  cumulativeGasUsed: 0n,
  gasUsed: 21_000n,
  effectiveGasPrice: 7n,
  logs,
});
const blockHash = new Uint8Array(32).fill(9);

describe("a view of logs", () => {
  it("is opened in steps if the block has many", () => {
    const one = { address: bytesOf(1, 20), topics: [], data: bytesOf(2, 32) };
    const logs = Array.from({ length: 10 * logsBeforeYield }, () => one);
    const place = {
      blockHash,
      blockNumber: 5,
      blockTimestamp: 9,
      transactionHashes: () => new Uint8Array(64),
    };
    const receipts = storeReceipts([receiptOf(logs), receiptOf([one])]);
    const steps = BlockLogsView.openSteps(receipts, place);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    assert.equal(count, 10);
    assert.equal(step.value.count, logs.length + 1);
    assert.equal(step.value.transactionIndex(logs.length), 1);
  });

  it("has the stored logs, and matches the same ones", () => {
    const block = fc.array(fc.array(log, { maxLength: 4 }), { maxLength: 5 });
    const property = fc.property(block, filter, (transactions, wanted) => {
      let asked = 0;
      const view = new BlockLogsView(storeReceipts(transactions.map(receiptOf)), {
        blockHash,
        blockNumber: 5,
        blockTimestamp: 9,
        transactionHashes() {
          asked += 1;
          return concat(...transactions.map((_, index) => bytesOf(index, 32)));
        },
      });
      const expected = transactions.flatMap((logs, transactionIndex) =>
        logs.map((one) => ({ one, transactionIndex })),
      );
      assert.equal(view.count, expected.length);
      for (const [i, { one, transactionIndex }] of expected.entries()) {
        assert.deepEqual(view.located(i), {
          log: one,
          blockHash,
          blockNumber: 5,
          transactionHash: bytesOf(transactionIndex, 32),
          transactionIndex,
          logIndex: i,
        });
      }
      const wantedOnes = expected.flatMap(({ one }, i) => (matchesLog(wanted, one) ? [i] : []));
      assert.deepEqual(view.matching(wanted), wantedOnes);
      const odd = expected.flatMap((_, i) => (i % 2 === 1 ? [i] : []));
      assert.deepEqual(
        view.matching(wanted, odd),
        wantedOnes.filter((i) => i % 2 === 1),
      );
      assert.equal(asked, view.count > 0 ? 1 : 0, "transactions are hashed once");
    });
    fc.assert(property, { seed: 12, numRuns: 150 });
  });
});
