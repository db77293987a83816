import assert from "node:assert/strict";
import { it } from "node:test";
import type { Chain } from "@tandem/chain";
import type { ClusterStatus, SyncStatus } from "@tandem/primitives";

import type { Store } from "@tandem/store";
import { watchHealth } from "./health.js";

/** A chain, a disk and a clock of which only what health asks for is there. */
function watched(intervalMs?: number) {
  const world = {
    ms: 0,
    isWritable: true,
    damage: undefined as { readonly message: string } | undefined,
    sync: undefined as SyncStatus | undefined,
    mining: { isAutomine: intervalMs === undefined, intervalMs },
    behindMs: 0,
  };
  let move = () => {};
  const chain = {
    onHeadMoved(listener: () => void) {
      move = listener;
      return () => {};
    },
    syncing: () => world.sync,
    controls: { mining: () => world.mining },
  } as unknown as Chain;
  const freeSpace = () => ({ freeBytes: 5, isWritable: world.isWritable });
  const damage = () => world.damage;
  const store = { freeSpace, damage } as unknown as Store;
  const status = (): ClusterStatus => ({
    ...{ role: "replica", epoch: 1, applied: 5, last: 7, behindMs: world.behindMs },
    ...{ trouble: undefined, fenced: 0, elections: 0 },
  });
  const clock = { now: () => world.ms };
  const health = watchHealth({ chain, store, clock, cluster: { status } });
  return { world, status: () => health().status, move: () => move() };
}

it("lags when blocks that are made on time do not come, until one does", () => {
  const { world, status, move } = watched(5000);
  assert.equal(status(), "ready");
  world.ms = 50_000;
  assert.equal(status(), "ready", "ten intervals are waited for");
  world.ms = 50_001;
  assert.equal(status(), "lagging");
  move();
  assert.equal(status(), "ready");
});

it("lags when it has been behind the log of its cluster for five seconds", () => {
  const { world, status } = watched();
  world.behindMs = 5_000;
  assert.equal(status(), "ready");
  world.behindMs = 5_001;
  assert.equal(status(), "lagging");
  world.behindMs = 0;
  assert.equal(status(), "ready");
});

it("waits half a minute for blocks however short the interval", () => {
  const { world, status } = watched(10);
  world.ms = 30_000;
  assert.equal(status(), "ready");
  world.ms = 30_001;
  assert.equal(status(), "lagging");
});

it("goes by the interval calls have set since", () => {
  const { world, status } = watched(10);
  world.ms = 40_000;
  assert.equal(status(), "lagging");
  world.mining = { isAutomine: false, intervalMs: undefined };
  assert.equal(status(), "ready", "no blocks are made on time any more");
  world.ms = 100_000;
  world.mining = { isAutomine: false, intervalMs: 1000 };
  assert.equal(status(), "ready", "they are waited for from now on");
  world.ms = 130_001;
  assert.equal(status(), "lagging");
});

it("waits for no blocks where they come when somebody wants them", () => {
  const { world, status } = watched();
  world.ms = 10 ** 9;
  assert.equal(status(), "ready");
});

it("lags while the chain is being caught up with, and says first that the disk is full", () => {
  const { world, status } = watched();
  world.sync = { startingBlock: 0, currentBlock: 1, highestBlock: 9 };
  assert.equal(status(), "lagging");
  world.isWritable = false;
  assert.equal(status(), "disk-full");
  world.sync = undefined;
  world.isWritable = true;
  assert.equal(status(), "ready");
});

it("says what is damaged, before anything else", () => {
  const { world, status } = watched();
  world.isWritable = false;
  world.damage = { message: "a row is damaged" };
  assert.equal(status(), "damaged");
});
