import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type StoredBlock, toHex } from "@tandem/primitives";
import { type Store, table } from "@tandem/store";
import { openSmallChain, type SmallChain, smallSpec } from "../testing/small-chain.js";
import { readBlocks } from "./blocks.js";

/** Returns the canonical blocks of a chain, by height. */
function blocksOf({ chain }: SmallChain): StoredBlock[] {
  const { number } = chain.head().header;
  return Array.from({ length: number + 1 }, (_, height) => {
    const hash = chain.blocks.canonicalHash(height);
    const block = hash && chain.blocks.block(hash);
    assert.ok(block);
    return block;
  });
}

const shown = (hash: Uint8Array | undefined) => hash && toHex(hash);

describe("an ancestry", () => {
  let small: SmallChain;
  let other: SmallChain;
  before(async () => {
    small = await openSmallChain("manual");
    other = await openSmallChain("manual");
    for (let i = 0; i < 2; i++) {
      await small.chain.miner.mine();
      await other.chain.import(small.chain.head());
    }
    other.pass(1000);
    for (let i = 0; i < 3; i++) await small.chain.miner.mine();
    for (let i = 0; i < 4; i++) await other.chain.miner.mine();
  });
  after(async () => {
    await small.destroy();
    await other.destroy();
  });

  it("follows the branch of its tip, even if another one becomes canonical meanwhile", async () => {
    const ours = blocksOf(small);
    const theirs = blocksOf(other);
    assert.deepEqual(shown(ours[2]?.hash), shown(theirs[2]?.hash));
    assert.notDeepEqual(shown(ours[3]?.hash), shown(theirs[3]?.hash));
    const { blocks } = small.chain;
    const held = blocks.ancestry((ours[5] as StoredBlock).hash);
    assert.equal(shown(held.hash(4)), shown(ours[4]?.hash));
    for (const block of theirs.slice(3)) await small.chain.import(block);
    assert.equal(shown(small.chain.head().hash), shown(theirs[6]?.hash));

    for (const height of [4, 3, 5, 0, 2, 1]) {
      assert.equal(shown(held.hash(height)), shown(ours[height]?.hash), `height ${height}`);
      assert.deepEqual(held.header(height), ours[height]?.header, `height ${height}`);
    }
    assert.equal(held.hash(6), undefined);
    const fresh = blocks.ancestry((ours[5] as StoredBlock).hash);
    for (const height of [0, 1, 2, 3, 4, 5]) {
      assert.equal(shown(fresh.hash(height)), shown(ours[height]?.hash));
    }
    const above = blocks.ancestry((theirs[6] as StoredBlock).hash);
    assert.equal(shown(above.hash(3)), shown(theirs[3]?.hash));
  });
});

it("reads the head's header from the disk once, however often the height above it is requested", async () => {
  const small = await openSmallChain("manual");
  try {
    const { hash } = await small.chain.miner.mine();
    let reads = 0;
    const get: Store["get"] = (wanted, key) => {
      if ((wanted as unknown) === table.headers) reads++;
      return small.store.get(wanted, key);
    };
    const blocks = readBlocks({ ...small.store, get }, smallSpec);
    for (let i = 0; i < 5; i++) assert.equal(blocks.canonicalHash(2), undefined);
    assert.equal(reads, 1);
    assert.equal(shown(blocks.canonicalHash(1)), shown(hash));
  } finally {
    await small.destroy();
  }
});
