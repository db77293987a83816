import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { privateKeyToAddress, type StoredBlock } from "@tandem/primitives";
import { openSmallChain, transfer } from "../testing/small-chain.js";
import { createBuildTip } from "./build-tip.js";

const hashOf = (n: number) => new Uint8Array(32).fill(n);
/** Creates the part of a block that is read. */
const block = (n: number, parent: number) =>
  ({ hash: hashOf(n), header: { parentHash: hashOf(parent) } }) as StoredBlock;

const [fork, head, side, sideChild] = [block(1, 0), block(2, 1), block(3, 1), block(4, 3)] as const;

describe("the block that the miner builds on", () => {
  it("is the head, wherever it moves, until a block is chosen", () => {
    let now = fork;
    const buildTip = createBuildTip(() => now);
    now = head;
    assert.deepEqual([buildTip.tip(), buildTip.isChosen], [head, false]);
    buildTip.choose(fork);
    now = block(5, 2);
    buildTip.headMoved({ removed: [], added: [now] });
    assert.deepEqual([buildTip.tip(), buildTip.isChosen], [fork, true]);
    buildTip.choose(undefined);
    assert.equal(buildTip.tip(), now);
  });

  it("is the branch as it is mined, and not a block that others add beside it", () => {
    const buildTip = createBuildTip(() => head);
    buildTip.choose(fork);
    buildTip.grow(block(6, 2));
    assert.equal(buildTip.tip(), fork);
    buildTip.grow(side);
    buildTip.grow(sideChild);
    assert.equal(buildTip.tip(), sideChild);
  });

  it("is the head again once the chosen block is canonical, or is the head", () => {
    let now = head;
    const buildTip = createBuildTip(() => now);
    buildTip.choose(head);
    assert.equal(buildTip.isChosen, false);
    buildTip.choose(side);
    now = sideChild;
    buildTip.headMoved({ removed: [head], added: [side, sideChild] });
    assert.deepEqual([buildTip.tip(), buildTip.isChosen], [sideChild, false]);
  });

  it("is the head once a block mined on the chosen one has become it", () => {
    let now = head;
    const buildTip = createBuildTip(() => now);
    buildTip.choose(fork);
    now = side;
    buildTip.headMoved({ removed: [head], added: [side] });
    buildTip.grow(side);
    assert.deepEqual([buildTip.tip(), buildTip.isChosen], [side, false]);
  });

  it("does not lose what only the head has the funds for, when it is not the head", async (t) => {
    const { chain, destroy } = await openSmallChain("manual");
    t.after(destroy);
    for (let n = 0; n < 2; n++) await chain.miner.mine();
    const sender = privateKeyToAddress(new Uint8Array(32).fill(6));
    await chain.edit(() => [[sender, { balance: 10n ** 18n }]]);
    const hash = await chain.submit(transfer(5, 0));
    chain.development.extend(chain.blocks.canonicalHash(0));
    assert.deepEqual((await chain.miner.mine()).transactions, []);
    assert.notEqual(chain.pool.get(hash), undefined);
    chain.development.extend(undefined);
    assert.equal((await chain.miner.mine()).transactions.length, 1);
  });

  it("takes what was requested for the next block, which later blocks do not have", async (t) => {
    const { chain, destroy } = await openSmallChain("manual");
    t.after(destroy);
    const { controls, development } = chain;
    await controls.mine({ count: 3 });
    const price = 10n ** 9n;
    const time = chain.head().header.timestamp + 5_000;
    development.extend(chain.blocks.canonicalHash(1));
    await controls.setNextMinimumGasPrice(price);
    await controls.setNextPrevRandao(7n);
    await controls.mine({ count: 1, timestamp: time });
    const asked = chain.blocks.block(development.tip());
    assert.ok(asked && asked.hash !== chain.head().hash);
    assert.deepEqual([asked.header.timestamp, asked.header.minimumGasPrice], [time, price]);
    assert.equal(chain.blocks.prevRandao(asked), 7n);
    await controls.setTime(time * 1_000 - 4_000_000);
    development.extend(undefined);
    const later = await chain.miner.mine();
    assert.equal(later.header.timestamp, time - 4_000);
    assert.notEqual(later.header.minimumGasPrice, price);
    assert.equal(chain.blocks.prevRandao(later), undefined);
  });
});
