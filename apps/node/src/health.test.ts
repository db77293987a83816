import assert from "node:assert/strict";
import { it } from "node:test";
import type { Chain } from "@tandem/chain";
import type { ClusterStatus, SyncStatus } from "@tandem/primitives";

import type { Store } from "@tandem/store";
import { watchHealth } from "./health.js";

/** Provides the parts of a chain, a disk and a clock that health needs. */
function watched(intervalMs?: number) {
  const world = {
    ms: 0,
    isWritable: true,
    damage: undefined as { readonly message: string } | undefined,
    sync: undefined as SyncStatus | undefined,
    mining: { isAutomine: intervalMs === undefined, intervalMs },
    role: "sealer" as ClusterStatus["role"],
    behindMs: 0,
  };
  let move = () => {};
  const chain = {
    onHeadMoved(listener: () => void) {
      move = listener;
      return () => {};
    },
    head: () => ({ header: { timestamp: 0 } }),
    syncing: () => world.sync,
    controls: { mining: () => world.mining },
  } as unknown as Chain;
  const freeSpace = () => ({ freeBytes: 5, isWritable: world.isWritable });
  const damage = () => world.damage;
  const store = { freeSpace, damage } as unknown as Store;
  const status = (): ClusterStatus => ({
    role: world.role,
    epoch: 1,
    applied: 5,
    last: 7,
    behindMs: world.behindMs,
    trouble: undefined,
    fenced: 0,
    elections: 0,
  });
  const clock = { now: () => world.ms };
  const health = watchHealth({ chain, store, clock, cluster: { status } });
  return { world, status: () => health().status, move: () => move() };
}

it("lags while blocks of interval mining are late", () => {
  const { world, status, move } = watched(5000);
  assert.equal(status(), "ready");
  world.ms = 50_000;
  assert.equal(status(), "ready", "ten intervals are waited for");
  world.ms = 50_001;
  assert.equal(status(), "lagging");
  move();
  assert.equal(status(), "ready");
});

it("lags if it has been behind the log of its cluster for five seconds", () => {
  const { world, status } = watched();
  world.behindMs = 5_000;
  assert.equal(status(), "ready");
  world.behindMs = 5_001;
  assert.equal(status(), "lagging");
  world.behindMs = 0;
  assert.equal(status(), "ready");
});

it("waits half a minute for blocks even if the interval is short", () => {
  const { world, status } = watched(10);
  world.ms = 30_000;
  assert.equal(status(), "ready");
  world.ms = 30_001;
  assert.equal(status(), "lagging");
});

it("uses the interval that calls have set", () => {
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

it("expects no blocks at its own interval as long as another node of its cluster seals", () => {
  const { world, status } = watched(1000);
  world.role = "standby";
  world.ms = 100_000;
  assert.equal(status(), "ready", "the sealer may mine on demand");
  world.role = "sealer";
  assert.equal(status(), "ready", "they are waited for from now on");
  world.ms = 130_001;
  assert.equal(status(), "lagging");
});

it("expects no blocks if they are mined on demand", () => {
  const { world, status } = watched();
  world.ms = 10 ** 9;
  assert.equal(status(), "ready");
});

it("lags while the chain is syncing, and reports a full disk first", () => {
  const { world, status } = watched();
  world.sync = { startingBlock: 0, currentBlock: 1, highestBlock: 9 };
  assert.equal(status(), "lagging");
  world.isWritable = false;
  assert.equal(status(), "disk-full");
  world.sync = undefined;
  world.isWritable = true;
  assert.equal(status(), "ready");
});

it("reports damage before anything else", () => {
  const { world, status } = watched();
  world.isWritable = false;
  world.damage = { message: "a row is damaged" };
  assert.equal(status(), "damaged");
});
