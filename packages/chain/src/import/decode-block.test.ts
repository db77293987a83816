import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { encodeBlock, type SignedTransaction } from "@tandem/primitives";
import { openSmallChain, type SmallChain, transfer } from "../testing/small-chain.js";

describe("a received block", () => {
  let sealer: SmallChain;
  let replica: SmallChain;
  before(async () => {
    [sealer, replica] = [await openSmallChain("manual"), await openSmallChain("manual")];
    for (const nonce of [0, 1]) await sealer.chain.submit(transfer(0, nonce));
    await sealer.chain.miner.mine();
  });
  after(async () => {
    await sealer.destroy();
    await replica.destroy();
  });

  it("has the transactions of the pool, which are not decoded again, and decodes the others", async () => {
    const pooled: SignedTransaction[] = [];
    replica.chain.onPendingTransaction((transaction) => pooled.push(transaction));
    await replica.chain.submit(transfer(0, 0));
    const blocks = [encodeBlock(sealer.chain.head())];
    await replica.chain.importRaw(blocks, undefined);
    const [first, second] = replica.chain.head().transactions;
    assert.ok(first !== undefined && first === pooled[0]);
    const mined = sealer.chain.head();
    assert.deepEqual(second?.sender, mined.transactions[1]?.sender);
    assert.deepEqual(replica.chain.head().hash, mined.hash);
    assert.equal(replica.chain.pool.size, 0);
  });
});
