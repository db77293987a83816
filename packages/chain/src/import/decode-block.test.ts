import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  encodeBlock,
  encodeRlp,
  rlpListContent,
  rlpParts,
  type SignedTransaction,
} from "@tandem/primitives";
import { openSmallChain, type SmallChain, transfer } from "../testing/small-chain.js";

describe("a received block", () => {
  let sealer: SmallChain;
  let replica: SmallChain;
  let nonce = 2;
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

  it("is decoded ahead as it is at its import, and its senders are recovered", async () => {
    const block = await blockOf(12);
    const { block: ahead } = await replica.chain.decodeAhead({ raw: encodeBlock(block) });
    for (const [i, { sender, hash, raw }] of block.transactions.entries()) {
      const { fields, ...decoded } = ahead.transactions[i] as SignedTransaction;
      assert.deepEqual(decoded, { sender, hash, raw });
      assert.deepEqual(fields.getSenderAddress().bytes, sender);
    }
    const decoded = Promise.resolve({ block: ahead });
    await replica.chain.importLogged([{ raw: encodeBlock(block), decoded }], "place");
    assert.deepEqual(replica.chain.head().hash, block.hash);
  });

  it("is refused when it is decoded ahead, if a signature is that of nobody", async () => {
    const { header, transactions, uncles } = await blockOf(8);
    const forged = transactions.map((one, i) => {
      if (i !== 5) return one;
      // The signature ends the bytes of a transaction: its last item is `s`.
      const raw = one.raw.slice();
      raw.fill(0xff, raw.length - 32);
      return { ...one, raw };
    });
    const raw = encodeBlock({ header, transactions: forged, uncles });
    await assert.rejects(replica.chain.decodeAhead({ raw }), /invalid transaction v, r, s values/);
    const importing = replica.chain.importLogged([{ raw }], "place");
    await assert.rejects(importing, /a block of the log is refused: invalid sender/);
  });

  it("is refused if it has a list in place of a byte string, or the other way round", async () => {
    const [header] = rlpParts(rlpListContent(encodeBlock(sealer.chain.head())));
    assert.ok(header);
    const fields = [...rlpParts(header.content)].map(({ content }) => content);
    for (const at of fields.keys()) {
      const changed = fields.map((field, i) => (i === at ? [field] : field));
      await assert.rejects(
        replica.chain.importRaw([encodeRlp([changed, [], []])], undefined),
        /not a block: a header is a list of byte strings/,
      );
    }
    const bytes = new Uint8Array();
    for (const lists of [
      [bytes, []],
      [[], bytes],
    ]) {
      await assert.rejects(
        replica.chain.importRaw([encodeRlp([fields, ...lists])], undefined),
        /not a block: transactions and uncles are lists/,
      );
    }
  });

  /** Mines a block with transfers of one sender. */
  async function blockOf(count: number) {
    for (let i = 0; i < count; i++) await sealer.chain.submit(transfer(0, nonce++));
    await sealer.chain.miner.mine();
    return sealer.chain.head();
  }
});
