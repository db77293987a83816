/** Tests that receipts of a large block are verified before it is read, and only where they are many. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createLegacyTx } from "@ethereumjs/tx";
import { evmCommon, type StoredBlock } from "@tandem/primitives";
import { rawRows, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { openSmallChain, type SmallChain, smallSpec, transfer } from "../testing/small-chain.js";
import { readBlocks } from "./blocks.js";

/** A constructor that emits 1,000 logs with three topics: PUSH2 1000, then counts down. */
const emitting = "6103e85b6001900380808060006000a380600357";
const emitted = 1_000;

function emit(): Uint8Array {
  const common = evmCommon(smallSpec.chainId, "prague");
  const data = Buffer.from(emitting, "hex");
  const fields = { nonce: 1, gasPrice: 10n ** 9n, gasLimit: 5_000_000n, data };
  return createLegacyTx(fields, { common }).sign(new Uint8Array(32).fill(1)).serialize();
}

describe("a block that is prepared", () => {
  let small: SmallChain;
  let few: StoredBlock;
  let many: StoredBlock;
  before(async () => {
    small = await openSmallChain("manual");
    const { chain } = small;
    await chain.submit(transfer(0, 0));
    few = await chain.miner.mine();
    await chain.submit(emit());
    many = await chain.miner.mine();
  });
  after(() => small.destroy());

  const read = () => readBlocks(small.store, smallSpec);

  it("is verified in steps if its receipts are many, by its hash and by that of its transaction", async () => {
    assert.equal(many.receipts[0]?.logs.length, emitted);
    const bytes = small.store.get(table.receipts.raw, many.hash);
    assert.ok((bytes?.length ?? 0) > chainLimits.receiptBytesAtOnce);
    const { hash } = many.transactions[0] as StoredBlock["transactions"][number];
    for (const prepare of [
      (blocks = read()) => ({ blocks, waiting: blocks.prepare(many.hash) }),
      (blocks = read()) => ({ blocks, waiting: blocks.prepareLocated(hash) }),
    ]) {
      const { blocks, waiting } = prepare();
      assert.ok(waiting instanceof Promise);
      await waiting;
      assert.equal(blocks.block(many.hash)?.receipts[0]?.logs.length, emitted);
      assert.equal(blocks.prepare(many.hash), undefined, "it is cached");
    }
  });

  it("waits for nothing if its receipts are few, if it is cached, and if there is none", () => {
    const blocks = read();
    assert.equal(blocks.prepare(few.hash), undefined);
    assert.equal(blocks.prepare(new Uint8Array(32)), undefined);
    assert.equal(blocks.prepareLocated(new Uint8Array(32)), undefined);
    assert.equal(small.chain.blocks.prepare(many.hash), undefined);
  });

  it("is refused if its receipts are damaged, as by a read that was not prepared", async () => {
    const bytes = small.store.get(table.receipts.raw, many.hash) as Uint8Array;
    const damaged = bytes.slice();
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    const put = async (value: Uint8Array) => {
      const batch = small.store.batch();
      batch.put(rawRows(table.receipts), many.hash, value);
      await batch.commit();
    };
    await put(damaged);
    const blocks = read();
    await assert.rejects(blocks.prepare(many.hash) ?? Promise.resolve(), /receipts/);
    assert.throws(() => blocks.block(many.hash), /receipts/);
    await put(bytes);
  });
});
