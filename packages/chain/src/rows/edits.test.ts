import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { type Address, isEqual, type StoredBlock, toHex } from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import { executeBlock, isViolation } from "../import/execute.js";
import { openSmallChain, type SmallChain, transfer } from "../testing/small-chain.js";

const rich: Address = new Uint8Array(20).fill(0x11);

describe("edits of the state after a block", () => {
  let small: SmallChain;
  beforeEach(async () => {
    small = await openSmallChain("manual");
  });
  afterEach(() => small.destroy());

  const setBalance = (balance: bigint) => small.chain.edit(() => [[rich, { balance }]]);
  const balanceAt = ({ hash, header }: StoredBlock) => {
    const { blocks, executor } = small.chain;
    return executor.reader(blocks.edits.after({ hash, header })).balanceOf(rich);
  };
  const mine = () => small.chain.miner.mine();

  /** Returns whether executing a block again results in its own state root. */
  async function verifies(block: StoredBlock): Promise<boolean> {
    const { blocks, executor } = small.chain;
    const parent = blocks.header(block.header.parentHash);
    assert.ok(parent);
    const parentRoot = blocks.edits.before(block.hash, parent);
    const { hash: ancestorHash } = blocks.ancestry(block.header.parentHash);
    const outcome = await executeBlock(executor, { block, parentRoot, ancestorHash });
    return !isViolation(outcome) && isEqual(outcome.stateRoot, block.header.stateRoot);
  }

  it("are read at once, without a block, and the next block begins with them", async () => {
    const genesis = small.chain.head();
    await setBalance(5n);
    assert.equal(small.chain.head(), genesis);
    assert.equal(small.chain.headState().balanceOf(rich), 5n);
    const first = await mine();
    assert.ok(!isEqual(first.header.stateRoot, genesis.header.stateRoot));
    assert.equal(balanceAt(first), 5n);
    assert.ok(await verifies(first));
    const second = await mine();
    assert.ok(await verifies(second));
    assert.equal(small.chain.blocks.edits.rootOf(first.hash), undefined);
  });

  it("are gone once they are reverted", async () => {
    const { blocks } = small.chain;
    const genesis = small.chain.head();
    await setBalance(5n);
    assert.ok(blocks.edits.rootOf(genesis.hash));
    await setBalance(0n);
    assert.equal(blocks.edits.rootOf(genesis.hash), undefined);
    const first = await mine();
    assert.deepEqual(first.header.stateRoot, genesis.header.stateRoot);
  });

  it("let blocks verify that were made on the state before another edit", async () => {
    const genesis = small.chain.head();
    await setBalance(5n);
    const first = await mine();
    await setBalance(9n);
    const second = await mine();
    await setBalance(1n);
    assert.ok((await verifies(first)) && (await verifies(second)));
    assert.deepEqual(
      [genesis, first, second].map((block) => balanceAt(block)),
      [5n, 9n, 1n],
    );
  });

  it("are there again with the blocks that were made on them, after these were removed", async () => {
    const { chain } = small;
    const first = await mine();
    const second = await mine();
    await setBalance(5n);
    const third = await mine();
    await setBalance(9n);
    const fourth = await mine();
    const number = await chain.controls.snapshot();
    const chained = [first, second, third, fourth];
    const balances = [0n, 5n, 9n, 9n];
    assert.deepEqual(chained.map(balanceAt), balances);

    await chain.controls.rollback(2);
    await setBalance(7n);
    await chain.controls.revert(number);
    assert.deepEqual(chained.map(balanceAt), balances, "by a revert");

    await chain.controls.rollback(3);
    await chain.import(fourth);
    assert.deepEqual(chained.map(balanceAt), balances, "by an import of the last one");

    await chain.controls.rollback(3);
    const request = { on: { hash: fourth.hash }, length: 1, transactions: [] };
    assert.ok((await chain.development.mineBranch(request)).isHead);
    assert.deepEqual(chained.map(balanceAt), balances, "by a new block on the last one");
  });

  it("invalidate an older template: a block begins with the newest edit", async () => {
    const { chain } = small;
    const pending = await chain.pending();
    await setBalance(5n);
    const other = await chain.pending();
    assert.notEqual(toHex(pending.header.stateRoot), toHex(other.header.stateRoot));
    const work = await chain.work();
    await setBalance(6n);
    assert.notDeepEqual((await chain.work()).hashForMergedMining, work.hashForMergedMining);
    const [block] = await Promise.all([mine(), setBalance(7n)]);
    assert.ok(await verifies(block));
    assert.equal(chain.headState().balanceOf(rich), 7n);
  });

  it("drop transactions from the pool that a new nonce makes invalid", async () => {
    const { chain } = small;
    for (const nonce of [0, 1, 2]) await chain.submit(transfer(0, nonce));
    const [first] = runSync(chain.pool.content(chain.headState)).pending;
    assert.ok(first);
    await chain.edit(() => [[first.sender, { nonce: 2n }]]);
    assert.equal(chain.pool.size, 1);
    const block = await mine();
    assert.equal(block.transactions.length, 1);
    assert.ok(await verifies(block));
  });
});
