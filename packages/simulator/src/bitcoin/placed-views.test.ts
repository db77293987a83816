import assert from "node:assert/strict";
import { test } from "node:test";
import { createCheck } from "../invariant.js";
import { BitcoinLedger } from "./ledger.js";
import { PlacedViews } from "./placed-views.js";
import { BitcoinTree, flag, genesisId } from "./tree.js";

const [finder, near, far, observer] = [0, 1, 2, 3];
const places = [finder, near, far, observer];

/** Creates views of three pools and an observer, whose blocks arrive when the test delivers them. */
function createWorld(Tree = BitcoinTree) {
  const tree = new Tree({ blockSeconds: 600, isRetargeting: false, startDifficulty: 1 });
  const views = new PlacedViews({
    tree,
    warmUpSeconds: 0,
    onMoved() {},
    send() {},
    routes: { places: places.length, arrival: (now) => now + 100 },
  });
  const ledger = new BitcoinLedger({
    tree,
    views,
    groupCount: 1,
    groupOf: () => 0,
    hiddenTips: () => [],
    warmUpSeconds: 0,
    check: createCheck(1, () => 0),
  });
  function publish(parent: number, pool: number, now: number, reached: readonly number[]): number {
    const id = tree.add(parent, pool, now);
    views.publish(id, pool, now);
    for (const place of reached) views.arrive(place, id, now);
    return id;
  }
  return { tree, views, ledger, publish };
}

test("a block is not settled while a node may build on its rival", () => {
  const { tree, views, ledger, publish } = createWorld();
  const hidden = tree.add(genesisId, finder, 1);
  const open = publish(genesisId, near, 2, [finder, far, observer]);
  tree.mark(hidden, flag.reply);
  views.publish(hidden, finder, 3);
  views.arrive(far, hidden, 4);
  publish(open, near, 5, [finder, observer]);
  assert.equal(views.rival(far), hidden);
  // The first two blocks have arrived everywhere but the newest one has not.
  views.arrive(near, hidden, 104);
  ledger.settle();
  assert.equal(tree.root, genesisId);
  const own = publish(hidden, far, 110, [finder, near, observer]);
  publish(own, far, 120, [finder, near, observer]);
  ledger.finish();
  assert.deepEqual(ledger.measure.fates, [{ main: 3, stale: 2, hidden: 0 }]);
});

test("a block is not settled while the longer branch beside it is on its way to a node", () => {
  const { tree, views, ledger, publish } = createWorld();
  const left = publish(genesisId, near, 1, [finder, far, observer]);
  const right = publish(genesisId, finder, 2, [near, far, observer]);
  const late = publish(right, finder, 3, []);
  const second = publish(left, near, 4, []);
  publish(second, near, 5, [finder, observer]);
  ledger.settle();
  assert.equal(tree.root, genesisId);
  views.arrive(far, late, 6);
  assert.equal(views.tip(far), late);
  const own = publish(late, far, 6, [finder, near, observer]);
  publish(own, far, 7, [finder, near, observer]);
  ledger.finish();
  assert.deepEqual(ledger.measure.fates, [{ main: 4, stale: 3, hidden: 0 }]);
});

test("the work of settling grows with the blocks of a partition, not with their square", () => {
  let reads = 0;
  class CountedTree extends BitcoinTree {
    override parent(id: number): number {
      reads++;
      return super.parent(id);
    }
  }
  const { ledger, publish } = createWorld(CountedTree);
  const blocks = 1_000;
  let [left, right] = [genesisId, genesisId];
  for (let i = 0; i < blocks / 2; i++) {
    left = publish(left, near, 1, [finder, observer]);
    right = publish(right, far, 2, []);
  }
  reads = 0;
  ledger.settle();
  assert.ok(reads <= blocks, `${reads} parents of ${blocks} blocks`);
});
