import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BitcoinTree, flag, genesisId, retargetBlocks } from "./tree.js";

const steady = { blockSeconds: 600, isRetargeting: false, startDifficulty: 50 };

test("a block stands one above its parent and weighs one difficulty more", () => {
  const tree = new BitcoinTree(steady);
  const a = tree.add(genesisId, 3, 10);
  const b = tree.add(a, 4, 25);
  assert.deepEqual([tree.height(b), tree.work(b), tree.pool(b), tree.foundAt(b)], [2, 100, 4, 25]);
  assert.equal(tree.parent(b), a);
  assert.ok(!tree.has(b, flag.published));
  tree.mark(b, flag.published);
  tree.mark(b, flag.main);
  assert.ok(tree.has(b, flag.published) && tree.has(b, flag.main) && !tree.has(b, flag.tagged));
});

test("the newest common ancestor is the one a walk over sets finds", () => {
  const choices = fc.array(fc.nat(), { minLength: 2, maxLength: 60 });
  fc.assert(
    fc.property(choices, fc.nat(), fc.nat(), (parents, left, right) => {
      const tree = new BitcoinTree(steady);
      for (const [i, choice] of parents.entries()) tree.add(choice % (i + 1), 0, i);
      const a = left % tree.nextId;
      const b = right % tree.nextId;
      const ancestorsOf = (id: number): number[] =>
        id === genesisId ? [id] : [id, ...ancestorsOf(tree.parent(id))];
      const ofA = new Set(ancestorsOf(a));
      assert.equal(
        tree.commonAncestor(a, b),
        ancestorsOf(b).find((id) => ofA.has(id)),
      );
    }),
    { seed: 1, numRuns: 200 },
  );
});

test("the ring grows while nothing is settled, and turns round when it is", () => {
  const tree = new BitcoinTree(steady);
  let tip = genesisId;
  for (let i = 1; i <= 40_000; i++) tip = tree.add(tip, i % 7, i);
  assert.equal(tree.height(tip), 40_000);
  assert.equal(tree.foundAt(123), 123);
  tree.prune(39_000);
  for (let i = 40_001; i <= 200_000; i++) {
    tip = tree.add(tip, i % 7, i);
    if (i % 1_000 === 0) tree.prune(tip);
  }
  assert.equal(tree.height(tip), 200_000);
  assert.equal(tree.work(tip), 200_001 * 50 - 50);
  assert.equal(tree.pool(tree.parent(tip)), 199_999 % 7);
});

/** Returns the difficulty after a whole period of blocks that are so many seconds apart. */
function retargeted(interval: number): number {
  const tree = new BitcoinTree({ ...steady, isRetargeting: true });
  let tip: number = genesisId;
  for (let height = 1; height < retargetBlocks; height++) tip = tree.add(tip, 0, height * interval);
  return tree.nextDifficulty(tip);
}

test("after 2,016 blocks the difficulty follows the pace of their 2,015 intervals", () => {
  const exact = (interval: number) =>
    (50 * retargetBlocks * 600) / ((retargetBlocks - 1) * interval);
  assert.ok(Math.abs(retargeted(600) - exact(600)) < 1e-9);
  assert.ok(Math.abs(retargeted(300) - exact(300)) < 1e-9);
  assert.ok(Math.abs(retargeted(1_000) - exact(1_000)) < 1e-9);
});

test("one retarget moves the difficulty by a factor of four at most", () => {
  assert.equal(retargeted(10), 200);
  assert.equal(retargeted(10_000), 12.5);
});
