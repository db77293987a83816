import assert from "node:assert/strict";
import { test } from "node:test";
import { createRoutes } from "../network/routes.js";
import { expandPoolGroups } from "../scenario/pool-groups.js";
import { createChildWorld, type MineOptions } from "../testing/child-world.js";
import type { ChildBlock } from "./block.js";
import { createChildBranch } from "./secret-branch.js";
import { ChildViews } from "./views.js";

/** Creates the branch of the one pool, whose node knows what the pool mines. */
function createAttacked() {
  const { scenario, factory, mine } = createChildWorld(2);
  const routes = createRoutes(scenario, expandPoolGroups(scenario), "child");
  const views = new ChildViews({
    genesis: factory.genesis,
    routes,
    warmUpSeconds: 0,
    send: () => {},
    onMoved: () => {},
  });
  const branch = createChildBranch(views, 0, () => 0);
  const find = (parent: ChildBlock, options: MineOptions) => {
    const block = mine(parent, options);
    views.learn(block);
    return { block, isHead: branch.extend(block) };
  };
  return { branch, find, genesis: factory.genesis };
}

test("a block of an old job does not take the place of later blocks", () => {
  const { branch, find, genesis } = createAttacked();
  const first = find(genesis, { now: 14 });
  const second = find(first.block, { now: 28 });
  assert.deepEqual([first.isHead, second.isHead], [true, true]);

  const onGenesis = find(genesis, { now: 30 });
  const onFirst = find(first.block, { now: 1_000 });
  assert.deepEqual([onGenesis.isHead, onFirst.isHead], [false, false]);
  assert.equal(branch.head, second.block);
  // A block on a public parent is published, as any pool would. One on a hidden parent is not.
  assert.deepEqual([onGenesis.block.isPublished, onFirst.block.isPublished], [true, false]);

  branch.publish(1);
  assert.deepEqual([first.block.isPublished, second.block.isPublished], [true, false]);
  branch.publish(2);
  assert.ok(second.block.isPublished);
});

test("a heavier block on a branch that was dropped takes it up again as a whole", () => {
  const { branch, find, genesis } = createAttacked();
  const first = find(genesis, { now: 14 });
  branch.adopt();
  assert.equal(branch.head, genesis);
  const second = find(first.block, { now: 28 });
  assert.ok(second.isHead);
  branch.publish(2);
  assert.deepEqual([first.block.isPublished, second.block.isPublished], [true, true]);
});
