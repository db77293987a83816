import assert from "node:assert/strict";
import { test } from "node:test";
import { forkDetectionData, readForkTag, validateHeader } from "@tandem/consensus";
import { hashHeader, isEqual, rulesAt } from "@tandem/primitives";
import { createChildWorld } from "../testing/child-world.js";
import { ancestorAt, ancestryOf, commonAncestor } from "./block.js";
import { childSpec } from "./chain-spec.js";

const world = createChildWorld();
const { factory, mine, grow } = world;
const spec = childSpec(world.scenario, world.child);
const long = grow(factory.genesis, 520);

test("a block made here is valid by every rule but the work that was drawn", () => {
  const parent = long.parent;
  assert.ok(parent);
  const checked = {
    header: long.header,
    parent: parent.header,
    spec,
    ancestry: ancestryOf(parent),
    nowSeconds: long.header.timestamp,
  };
  assert.equal(validateHeader({ ...checked, work: "drawn" }), undefined);
  assert.equal(validateHeader(checked)?.rule, "merged-mining/work-above-target");
  assert.ok(isEqual(long.hash, hashHeader(long.header)));
});

test("its tag carries the fork-detection data of its branch", () => {
  const parent = long.parent;
  assert.ok(parent);
  const data = forkDetectionData(520, ancestryOf(parent), rulesAt(spec.forks, 520));
  const tag = readForkTag(long.header.bitcoinMergedMiningCoinbaseTransaction);
  assert.ok(data && tag);
  assert.equal(tag.height, 520);
  assert.ok(isEqual(tag.vector, data.subarray(0, 7)));
  assert.ok(isEqual(tag.prefix, long.facts.prefix));
});

test("two blocks of one template are two blocks", () => {
  const one = mine(long, { now: 10_000 });
  const two = mine(long, { now: 10_000 });
  assert.ok(!isEqual(one.hash, two.hash));
});

test("a block weighs its own difficulty and its uncles'", () => {
  const rival = mine(long, { now: 9_000, pool: 1 });
  const main = mine(long, { now: 9_001 });
  const lister = mine(main, { now: 9_002, uncles: [rival] });
  const added = lister.totalDifficulty - main.totalDifficulty;
  assert.equal(added, lister.header.difficulty + rival.header.difficulty);
  assert.equal(lister.header.uncleCount, 1);
});

test("consensus refuses an uncle of another branch, an ancestor, and the same one again", () => {
  const rival = mine(long, { now: 9_000, pool: 1 });
  const main = mine(long, { now: 9_001 });
  const nephew = mine(rival, { now: 9_005 });
  const lister = mine(main, { now: 9_002, uncles: [rival] });
  const listing = (uncles: Parameters<typeof mine>[1]["uncles"]) => () =>
    mine(lister, { now: 9_010, ...(uncles ? { uncles } : {}) });
  assert.throws(listing([nephew]), /uncles\/parent-not-ancestor/);
  assert.throws(listing([main]), /uncles\/is-ancestor/);
  assert.throws(listing([rival]), /uncles\/already-listed/);
});

test("a Bitcoin header five minutes from the block is refused, as the rule says", () => {
  assert.ok(mine(long, { now: 9_000, bitcoinAhead: 299 }));
  assert.throws(() => mine(long, { now: 9_000, bitcoinAhead: 300 }), /bitcoin-time\/too-far/);
});

test("an ancestor is found at any height, and none above or below what is kept", () => {
  for (const height of [520, 519, 512, 511, 449, 448, 64, 63, 1, 0]) {
    let walked: typeof long | undefined = long;
    while (walked !== undefined && walked.header.number > height) walked = walked.parent;
    assert.equal(ancestorAt(long, height), walked, `height ${height}`);
  }
  assert.equal(ancestorAt(long, 521), undefined);
});

test("the common ancestor is where branches part", () => {
  const fork = ancestorAt(long, 500);
  assert.ok(fork);
  const other = grow(fork, 30);
  assert.equal(commonAncestor(long, other), fork);
  assert.equal(commonAncestor(other, long), fork);
  assert.equal(commonAncestor(fork, long), fork);
});
