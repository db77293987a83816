import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { verifyMergedMining } from "@tandem/consensus";
import {
  type Block,
  Fault,
  type HeadMoved,
  isEqual,
  rulesAt,
  storeBody,
  toHex,
} from "@tandem/primitives";
import {
  addressOf,
  coinsEach,
  createWorld,
  sign,
  type World,
  worldSpec,
} from "../support/world.js";

const coin = 10n ** 18n;
const recipient = new Uint8Array(20).fill(0x99);

describe("a chain on its own", () => {
  let world: World;
  before(async () => {
    world = await createWorld();
  });
  after(() => world.destroy());

  it("mines a transfer into a block whose merged mining verifies", async () => {
    const { chain } = world;
    const hash = await chain.submit(sign({ from: 0, nonce: 0, to: recipient, value: 5n * coin }));
    const block = await chain.miner.mine();
    assert.equal(block.header.number, 1);
    assert.deepEqual(block.transactions[0]?.hash, hash);
    assert.equal(block.receipts[0]?.isSuccess, true);
    assert.equal(verifyMergedMining(block.header, rulesAt(worldSpec.forks, 1)), undefined);
    assert.equal(chain.headState().balanceOf(recipient), 5n * coin);
    assert.equal(chain.headState().nonceOf(addressOf(0)), 1n);
    const fee = 21_000n * 1_000_000_000n;
    assert.equal(block.header.paidFees, fee);
    assert.equal(chain.headState().balanceOf(block.header.coinbase), fee);
    assert.equal(chain.headState().balanceOf(addressOf(0)), coinsEach * coin - 5n * coin - fee);
    assert.equal(chain.pool.size, 0);
  });

  it("returns the pending block without a change of the chain", async () => {
    const { chain } = world;
    await chain.submit(sign({ from: 1, nonce: 0, to: recipient, value: coin, isTyped: true }));
    const pending = await chain.pending();
    assert.equal(pending.transactions.length, 1);
    assert.equal(pending.header.number, 2);
    assert.equal(await chain.pending(), pending, "it is made once");
    assert.equal(chain.headState().balanceOf(recipient), 5n * coin);
    const block = await chain.miner.mine();
    assert.deepEqual(block.header.stateRoot, pending.header.stateRoot);
    assert.notEqual(await chain.pending(), pending, "a new head makes another");
  });

  it("keeps a transaction with a nonce gap until the gap is filled", async () => {
    const { chain } = world;
    await chain.submit(sign({ from: 2, nonce: 1, to: recipient }));
    assert.equal((await chain.miner.mine()).transactions.length, 0);
    await chain.submit(sign({ from: 2, nonce: 0, to: recipient }));
    assert.equal((await chain.miner.mine()).transactions.length, 2);
  });

  it("returns the same blocks after a restart", async () => {
    const head = world.chain.head();
    await world.close();
    world = await createWorld({ directory: world.directory });
    const again = world.chain.head();
    assert.deepEqual(again.hash, head.hash);
    assert.equal(again.totalDifficulty, head.totalDifficulty);
    assert.deepEqual(again.receipts, head.receipts);
    assert.deepEqual(storeBody(again), storeBody(head));
    assert.equal(world.chain.headState().nonceOf(addressOf(2)), 2n);
    assert.equal((await world.chain.miner.mine()).header.number, head.header.number + 1);
  });
});

describe("another's blocks", () => {
  let ours: World;
  let theirs: World;
  before(async () => {
    ours = await createWorld();
    theirs = await createWorld({ coinbase: new Uint8Array(20).fill(0xdd) });
  });
  after(async () => {
    await ours.destroy();
    await theirs.destroy();
  });

  it("are imported once, and only after their parents", async () => {
    const first = await theirs.chain.miner.mine();
    const second = await theirs.chain.miner.mine();
    assert.equal((await ours.chain.import(second)).status, "no-parent");
    assert.equal((await ours.chain.import(first)).status, "head");
    assert.equal((await ours.chain.import(first)).status, "known");
    assert.equal((await ours.chain.import(second)).status, "head");
    assert.deepEqual(ours.chain.head().hash, second.hash);
  });

  it("are refused with the violated rule", async () => {
    await theirs.chain.submit(sign({ from: 0, nonce: 0, to: recipient, value: coin }));
    const block = await theirs.chain.miner.mine();
    const broken = async (change: Partial<Block["header"]>, rule: RegExp) => {
      const imported = await ours.chain.import({
        ...block,
        header: { ...block.header, ...change },
      });
      assert.equal(imported.status, "invalid");
      if (imported.status === "invalid") assert.match(imported.violation.rule, rule);
    };
    await broken({ difficulty: block.header.difficulty + 1n }, /difficulty/);
    await broken({ timestamp: ours.chain.head().header.timestamp }, /timestamp/);
    await broken({ minimumGasPrice: block.header.minimumGasPrice * 2n }, /minimum-gas-price/);
    // Any other change of the header changes the hash to which the Bitcoin coinbase commits.
    await broken({ stateRoot: new Uint8Array(32) }, /merged-mining/);
    const emptied = await ours.chain.import({ ...block, transactions: [] });
    assert.equal(emptied.status === "invalid" && emptied.violation.rule.length > 0, true);
    assert.equal((await ours.chain.import(block)).status, "head");
  });

  it("result in a reorg if their branch is heavier, and return our transactions to the pool", async () => {
    const [common, events] = [ours.chain.head(), [] as HeadMoved[]];
    ours.chain.onHeadMoved((event) => events.push(event));
    const raw = sign({ from: 3, nonce: 0, to: recipient, value: 7n * coin });
    const hash = await ours.chain.submit(raw);
    const lost = await ours.chain.miner.mine();
    assert.deepEqual(ours.chain.blocks.location(hash)?.blockHash, lost.hash);

    const branch = [await theirs.chain.miner.mine(), await theirs.chain.miner.mine()] as const;
    const announced: string[] = [];
    ours.chain.onPendingTransaction((tx) => announced.push(toHex(tx.hash)));
    for (const block of branch) await ours.chain.import(block);

    const last = events.at(-1) as HeadMoved;
    assert.deepEqual(
      last.removed.map((block) => block.hash),
      [lost.hash],
    );
    assert.ok(isEqual(last.added[0]?.header.parentHash as Uint8Array, common.hash));
    assert.deepEqual(ours.chain.head().hash, branch[1].hash);
    assert.equal(ours.chain.blocks.location(hash), undefined);
    assert.deepEqual(ours.chain.pool.get(hash)?.raw, raw);
    assert.deepEqual(announced, [toHex(hash)]);
    assert.deepEqual(
      ours.chain.blocks.block(lost.hash)?.hash,
      lost.hash,
      "the side branch is kept",
    );

    const next = await ours.chain.miner.mine();
    assert.deepEqual(
      next.transactions.map((tx) => tx.hash),
      [hash],
    );
    assert.deepEqual(
      next.uncles.map((uncle) => uncle.number),
      [lost.header.number],
    );
    assert.equal(
      next.totalDifficulty,
      branch[1].totalDifficulty + next.header.difficulty + lost.header.difficulty,
    );
  });

  it("do not change the pool's refusals", async () => {
    await assert.rejects(
      ours.chain.submit(Uint8Array.of(1, 2, 3)),
      (error) => error instanceof Fault && error.data.code === "transaction-refused",
    );
  });
});
