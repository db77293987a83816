import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  encodeBlock,
  encodeRlp,
  rlpListContent,
  rlpParts,
  type SignedTransaction,
} from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import { openSmallChain, type SmallChain, smallSpec, transfer } from "../testing/small-chain.js";
import { decodeBlockAhead, decodeBlockSteps } from "./decode-block.js";

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

  it("is refused before its senders are recovered, if it has more transactions than its gas limit allows", async () => {
    const { header, transactions, uncles } = await blockOf(8);
    const forged = transactions.map((one) => ({ ...one, raw: one.raw.slice().fill(0xff, -32) }));
    const decode = (gasLimit: bigint) => {
      const block = { header: { ...header, gasLimit }, transactions: forged, uncles };
      return replica.chain.decodeAhead({ raw: encodeBlock(block) });
    };
    await assert.rejects(decode(7n * 21_000n), /more transactions than its gas limit allows/);
    await assert.rejects(decode(8n * 21_000n), /invalid transaction v, r, s values/);
  });

  it("is refused before a transaction is hashed that is too long", async () => {
    const { header, transactions } = await blockOf(1);
    const [one] = transactions as [SignedTransaction];
    const long = { ...one, raw: new Uint8Array(2 ** 20).fill(2) };
    const bytes = encodeBlock({ header, transactions: [long], uncles: [] });
    let asked = 0;
    const get = () => void asked++;
    const pool = { size: 1, get };
    await assert.rejects(decodeBlockAhead(bytes, smallSpec, pool), /oversized data/);
    const steps = decodeBlockSteps(bytes, smallSpec, pool);
    await assert.rejects(runYielding(steps), /oversized data/);
    assert.equal(asked, 0);
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
