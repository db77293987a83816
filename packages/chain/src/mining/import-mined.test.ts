import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createEmbeddedBitcoin } from "@tandem/consensus";
import {
  type Block,
  encodeBlock,
  type Hash32,
  type Header,
  type StateRoot,
  transactionsRoot,
} from "@tandem/primitives";
import type { BlockTemplate } from "../building/build-block.js";
import { openSmallChain, type SmallOptions, smallSpec, transfer } from "../testing/small-chain.js";
import { sealTemplate } from "./seal-template.js";

const careful = { ...smallSpec, futureSecondsMax: 2 };
const nowMs = smallSpec.genesis.timestamp * 1000;

describe("a block whose time the chain does not allow yet", () => {
  it("is refused with the reason, and can be made when its time has come", async (t) => {
    const { chain, pass, destroy } = await openSmallChain("manual", { spec: careful, nowMs });
    t.after(destroy);
    for (let n = 0; n < 2; n++) await chain.miner.mine();
    const message =
      `block 3 would have the time ${smallSpec.genesis.timestamp + 3}, and the chain allows 2 seconds ` +
      "ahead of the clock: it can be made when its time has come";
    await assert.rejects(chain.miner.mine(), { data: { code: "unsealable", message } });
    assert.equal(chain.head().header.number, 2);
    pass(1000);
    assert.equal((await chain.miner.mine()).header.number, 3);
  });

  it("leaves transactions pending, of which the log tells once", async (t) => {
    const lines: string[] = [];
    const tell = (_fields: object, line: string) => lines.push(line);
    const logger = { error: tell, warn: tell, info() {}, debug() {} };
    const { chain, pass, destroy } = await openSmallChain("auto", { spec: careful, nowMs, logger });
    t.after(destroy);
    for (let nonce = 0; nonce < 5; nonce++) await chain.submit(transfer(0, nonce));
    assert.equal(chain.head().header.number, 2);
    assert.equal(chain.pool.size, 3);
    assert.deepEqual(lines, ["a block could not be made"]);
    pass(10_000);
    await chain.submit(transfer(1, 0));
    assert.equal(chain.pool.size, 0);
  });
});

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

  it("refuses another result than the execution has, and what cannot be executed", async (t) => {
    const small = await openSmallChain("manual");
    t.after(small.destroy);
    const { chain } = small;
    await chain.submit(transfer(0, 0));
    const { header, transactions } = await chain.miner.mine();
    await chain.controls.rollback(1);
    const { seal } = createEmbeddedBitcoin();
    const sealing = { sealer: seal, signal: new AbortController().signal };
    const ruleOf = async (change: Partial<Header>, included = transactions) => {
      const template = { header: { ...header, ...change }, transactions: included, uncles: [] };
      const { blocks } = chain;
      const block = await sealTemplate(
        { spec: smallSpec, blocks },
        template as unknown as BlockTemplate,
        sealing,
      );
      const result = await chain.import(block as Block);
      return result.status === "invalid" ? result.violation.rule : result.status;
    };
    const other = new Uint8Array(32).fill(1) as Hash32 & StateRoot;
    assert.equal(await ruleOf({ stateRoot: other }), "state-root/not-computed");
    assert.equal(await ruleOf({ receiptsRoot: other }), "receipts-root/not-computed");
    assert.equal(
      await ruleOf({ logsBloom: new Uint8Array(256).fill(1) }),
      "logs-bloom/not-computed",
    );
    assert.equal(await ruleOf({ gasUsed: 20_999n }), "gas-used/not-computed");
    assert.equal(await ruleOf({ paidFees: header.paidFees + 1n }), "paid-fees/not-computed");
    const twice = [...transactions, ...transactions];
    const root = transactionsRoot(twice);
    assert.equal(await ruleOf({ transactionsRoot: root }, twice), "transactions/not-executable");
    assert.equal(await ruleOf({}), "head");
  });
});
