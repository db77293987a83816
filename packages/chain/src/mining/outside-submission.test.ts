import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import type { Submission } from "@tandem/primitives";
import { Fault, type FaultData, isEqual, toHex } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import type { BlockTemplate } from "../building/build-block.js";
import { outsideLimits } from "../limits.js";
import { findLoneBlock, type LoneBlock, type LoneOptions } from "../testing/lone-miner.js";
import {
  openSmallChain,
  type SmallChain,
  smallSettings,
  transfer,
} from "../testing/small-chain.js";
import { submitWork } from "./outside-submission.js";
import { createWorkCache } from "./work-cache.js";

const asBlock = ({ block }: LoneBlock): Submission => ({ form: "block", block });

describe("a block of an outside miner", () => {
  let small: SmallChain;
  beforeEach(async () => {
    small = await openSmallChain("external");
  });
  afterEach(() => small.destroy());

  const find = async (options?: LoneOptions) => findLoneBlock(await small.chain.work(), options);
  const submit = (submission: Submission) => small.chain.submitWork(submission);

  async function faultOf(submission: Submission): Promise<FaultData> {
    const fault = await submit(submission).then(
      () => undefined,
      (error: unknown) => error,
    );
    assert.ok(fault instanceof Fault, String(fault));
    return fault.data;
  }

  it("becomes the head in each form of submission", async () => {
    const forms = [
      asBlock,
      ({ header, coinbase, id }: LoneBlock): Submission => ({
        form: "transactions",
        header,
        coinbase,
        transactionIds: [id],
      }),
      ({ header, coinbase, id }: LoneBlock): Submission => ({
        form: "branch",
        header,
        coinbase,
        merkleHashes: [id],
      }),
    ];
    for (const [i, form] of forms.entries()) {
      const { status, hash, number } = await submit(form(await find()));
      assert.deepEqual([status, number], ["head", i + 1]);
      assert.ok(isEqual(hash, small.chain.head().hash));
    }
  });

  it("includes the pending transactions, executed once", async () => {
    const { chain, clock } = small;
    const { time } = chain;
    const { spec, executor, pool, blocks, head } = chain;
    await chain.submit(transfer(0, 0));
    const uncleCandidates = async () => [];
    const settings = smallSettings;
    const works = createWorkCache({
      spec,
      executor,
      pool,
      blocks,
      clock,
      time,
      head,
      uncleCandidates,
      settings,
    });
    const work = await works.newest();
    let reused: BlockTemplate | undefined;
    const context = {
      works,
      logger: silentLogger,
      import(block: Parameters<typeof chain.import>[0], template: BlockTemplate) {
        reused = template;
        return chain.import(block, template);
      },
    };
    const { status } = await submitWork(context, asBlock(findLoneBlock(work)));
    assert.equal(status, "head");
    assert.equal(chain.head().transactions.length, 1);
    assert.equal(chain.head().transactions[0], reused?.outcome.transactions[0]);
    assert.equal(reused?.outcome, works.find(work.hashForMergedMining)?.template.outcome);
    assert.equal(pool.size, 0);
  });

  it("is known when it is submitted again, and a side block when another came first", async () => {
    const [first, second] = [await find({ name: "first" }), await find({ name: "second" })];
    const { hash } = await submit(asBlock(first));
    assert.deepEqual(await submit(asBlock(first)), { status: "known", hash, number: 1 });
    const side = await submit(asBlock(second));
    assert.equal(side.status, "side");
    assert.equal((await submit(asBlock(second))).status, "known");
    assert.ok(isEqual(small.chain.head().hash, hash));

    assert.equal((await submit(asBlock(await find()))).status, "head");
    const { uncles } = small.chain.head();
    const losers = uncles.map((uncle) => toHex(uncle.bitcoinMergedMiningHeader));
    assert.deepEqual(losers, [toHex(second.header)]);
  });

  it("does not bring back blocks that a revert removes while its proof is checked", async () => {
    const { chain } = small;
    const number = await chain.controls.snapshot();
    await submit(asBlock(await find()));
    const child = await find();
    const reverting = chain.controls.revert(number);
    const submitting = submit(asBlock(child));
    assert.equal(await reverting, true);
    assert.equal((await submitting).status, "invalid");
    assert.equal(chain.head().header.number, 0);
  });

  it("is counted with its result, and the newest are listed with their blocks and reasons", async () => {
    const first = await find();
    const { hash } = await submit(asBlock(first));
    await submit(asBlock(first));
    const unreadable: Submission = { form: "block", block: new Uint8Array(0) };
    for (let i = 0; i < outsideLimits.submissionsKept; i++) await faultOf(unreadable);
    const { counts, latest } = small.chain.submissions();
    assert.deepEqual(
      [counts.head, counts.known, counts.refused],
      [1, 1, outsideLimits.submissionsKept],
    );
    assert.equal(latest.length, outsideLimits.submissionsKept);
    assert.ok(latest.every(({ status, reason }) => status === "refused" && reason !== undefined));
    assert.equal((await submit(asBlock(first))).status, "known");
    const [newest] = small.chain.submissions().latest;
    const timestamp = Math.floor(small.clock.now() / 1000);
    assert.deepEqual(newest, { timestamp, status: "known", block: { hash, number: 1 } });
  });

  it("is refused if it is for work that is not cached", async () => {
    const old = await find();
    for (let i = 0; i < outsideLimits.worksKept; i++) {
      await small.chain.miner.mine();
      await small.chain.work();
    }
    const { hashForMergedMining } = await small.chain.work();
    const unknown = findLoneBlock({
      ...(await small.chain.work()),
      hashForMergedMining: new Uint8Array(32).fill(0xab),
    });
    assert.deepEqual(await faultOf(asBlock(unknown)), {
      code: "mining-refused",
      message: `Cannot publish block, could not find hash 0x${"ab".repeat(32)} in the cache`,
    });
    const stale = await faultOf(asBlock(old));
    assert.match(stale.code === "mining-refused" ? stale.message : "", /could not find hash 0x/);
    assert.ok(!JSON.stringify(stale).includes(toHex(hashForMergedMining)));
  });

  it("is refused with its hash, its work and its height if its proof of work does not hold", async () => {
    const work = await small.chain.work();
    const fault = await faultOf(asBlock(findLoneBlock(work, { isIdle: true })));
    assert.ok(fault.code === "mining-refused");
    assert.equal(fault.rule, "merged-mining/work-above-target");
    const mined = toHex(work.hashForMergedMining).slice(2);
    const text = /^Invalid block supplied by miner: ([0-9a-f]{64}) ([0-9a-f]{64}) at height 1$/;
    assert.equal(text.exec(fault.message)?.[2], mined);
    const done = await submit(asBlock(findLoneBlock(work)));
    assert.equal(done.status, "head");
  });

  it("is refused if its Merkle branch does not prove the coinbase", async () => {
    const { header, coinbase, id } = await find();
    const merkleHashes = [id, new Uint8Array(32)];
    const fault = await faultOf({ form: "branch", header, coinbase, merkleHashes });
    assert.ok(fault.code === "mining-refused");
    assert.equal(fault.rule, "merged-mining/branch-root");
  });

  it("is refused with a reason if it cannot be decoded", async () => {
    const { header, coinbase, id, block } = await find();
    const cases: readonly (readonly [Submission, RegExp])[] = [
      [{ form: "block", block: block.subarray(0, 90) }, /^Cannot read the block: block unreadable/],
      [
        { form: "branch", header, coinbase: coinbase.subarray(1), merkleHashes: [id] },
        /^Cannot read the block: coinbase unreadable/,
      ],
      [
        { form: "branch", header: header.subarray(1), coinbase, merkleHashes: [id] },
        /^Cannot read the block: header length, expected 80, found 79$/,
      ],
    ];
    for (const [submission, message] of cases) {
      const fault = await faultOf(submission);
      assert.ok(fault.code === "mining-refused");
      assert.match(fault.message, message);
      assert.match(fault.rule ?? "", /^submission\//);
    }
  });

  it("is refused by its size before it is decoded", async () => {
    const { header, coinbase, id } = await find();
    const large = new Uint8Array(outsideLimits.blockBytesMax + 1);
    const many = Array.from({ length: outsideLimits.transactionsMax + 1 }, () => id);
    const cases: readonly (readonly [Submission, string, number])[] = [
      [{ form: "block", block: large }, "bitcoin-block-bytes", 4_000_000],
      [
        { form: "branch", header, coinbase: large, merkleHashes: [id] },
        "bitcoin-block-bytes",
        4_000_000,
      ],
      [
        { form: "transactions", header, coinbase, transactionIds: many },
        "bitcoin-block-transactions",
        16_666,
      ],
      [
        { form: "branch", header, coinbase, merkleHashes: many },
        "bitcoin-block-transactions",
        16_666,
      ],
    ];
    for (const [submission, limit, max] of cases) {
      assert.deepEqual(await faultOf(submission), { code: "limit-exceeded", limit, max });
    }
    const fits = { form: "block", block: large.subarray(1) } as const;
    assert.equal((await faultOf(fits)).code, "mining-refused");
  });

  it("is reported as invalid if Bitcoin's time differs too much from its own", async () => {
    const { timestamp } = await small.chain.work();
    const late = await submit(asBlock(await find({ time: timestamp + 300 })));
    assert.equal(late.status, "invalid");
    assert.equal(small.chain.head().header.number, 0);
    const near = await submit(asBlock(await find({ time: timestamp + 299 })));
    assert.equal(near.status, "head");
  });
});
