import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Transaction } from "../session/answers.js";
import { poolFactsOf } from "./pool-facts.js";

const queue = (...entries: readonly (readonly [nonce: number, price: number])[]) =>
  Object.fromEntries(
    entries.map(([nonce, price]) => [
      `${nonce}`,
      { nonce: BigInt(nonce), gasPrice: BigInt(price) } as Transaction,
    ]),
  );

describe("the sorted pool", () => {
  it("has the highest price first, and each sender's nonces in order", () => {
    const { ready } = poolFactsOf({
      pending: { a: queue([0, 5], [1, 50]), b: queue([7, 10], [8, 1]) },
      queued: {},
    });
    assert.deepEqual(
      ready.map(({ transaction }) => [Number(transaction.nonce), Number(transaction.gasPrice)]),
      [
        [7, 10],
        [0, 5],
        [1, 50],
        [8, 1],
      ],
    );
  });

  it("counts the missing nonces before a transaction", () => {
    const { waiting } = poolFactsOf({
      pending: { a: queue([3, 1]) },
      queued: { a: queue([6, 1], [7, 1], [10, 1]) },
    });
    assert.deepEqual(
      waiting.map(({ missing }) => Number(missing)),
      [2, 0, 2],
    );
  });
});
