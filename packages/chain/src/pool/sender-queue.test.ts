import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SignedTransaction } from "@tandem/primitives";
import fc from "fast-check";
import { SenderQueue } from "./sender-queue.js";

const sender = new Uint8Array(20).fill(1);

const pooledAt = (nonce: bigint, arrival: number) => ({
  transaction: { sender, fields: { nonce } } as SignedTransaction,
  arrival,
  cost: 1n,
  source: undefined,
});

describe("the transactions of a sender", () => {
  it("have the last, the first and the next free nonce that a sorted list has", () => {
    const nonce = fc.bigInt({ min: 0n, max: 9n });
    const step = fc.record({ isAdded: fc.boolean(), nonce, looksAt: nonce });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const queue = new SenderQueue(sender);
        let nonces: bigint[] = [];
        for (const [arrival, { isAdded, nonce, looksAt }] of steps.entries()) {
          if (isAdded) queue.put(pooledAt(nonce, arrival));
          else queue.delete(nonce);
          nonces = nonces.filter((one) => one !== nonce);
          if (isAdded) nonces.push(nonce);
          nonces.sort();
          const free = [...Array(11).keys()].map(BigInt).find((one) => {
            return one >= looksAt && !nonces.includes(one);
          });
          assert.equal(queue.size, nonces.length);
          assert.equal(queue.costMax, BigInt(nonces.length));
          assert.equal(queue.last()?.transaction.fields.nonce, nonces.at(-1));
          assert.equal(queue.nextFree(looksAt), free);
          const used = nonces.filter((one) => one < looksAt);
          const account = { nonceOf: () => looksAt, balanceOf: () => 100n };
          const dropped = queue.impossible(account).map(({ fields }) => fields.nonce);
          assert.deepEqual(dropped.sort(), used);
        }
      }),
    );
  });
});
