import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Block, encodeBlock } from "@tandem/primitives";
import { openSmallChain, type SmallOptions, smallSpec, transfer } from "../testing/small-chain.js";

describe("the import of a block", () => {
  it("refuses another body than the header commits to, and one that is too large", async (t) => {
    const open = async (options: SmallOptions = {}) => {
      const small = await openSmallChain("manual", options);
      t.after(small.destroy);
      return small.chain;
    };
    const sealer = await open();
    const first = await sealer.miner.mine();
    await sealer.development.mineUncle(0);
    await sealer.submit(transfer(0, 0));
    const { header, transactions, uncles } = await sealer.miner.mine();
    const block: Block = { header, transactions, uncles };
    assert.deepEqual([transactions.length, uncles.length], [1, 1]);

    const blockSizeLimit = encodeBlock(block).length - 1;
    const [chain, narrow] = [await open(), await open({ spec: { ...smallSpec, blockSizeLimit } })];
    for (const each of [chain, narrow]) await each.import(first);
    const cases = [
      [chain, { ...block, transactions: [] }, "body/transactions-root"],
      [chain, { ...block, uncles: [] }, "uncles/count"],
      [chain, { ...block, uncles: [first.header] }, "uncles/hash"],
      [narrow, block, "body/size"],
    ] as const;
    for (const [importer, changed, rule] of cases) {
      const result = await importer.import(changed);
      assert.equal(result.status === "invalid" ? result.violation.rule : result.status, rule);
    }
    assert.equal((await chain.import(block)).status, "head");
  });
});
