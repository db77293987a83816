import assert from "node:assert/strict";
import { it } from "node:test";
import type { Chain } from "@tandem/chain";
import type { SyncStatus } from "@tandem/primitives";
import type { Store } from "@tandem/store";
import { watchHealth } from "./health.js";

/** A chain, a disk and a clock of which only what health asks for is there. */
function watched(config: Parameters<typeof watchHealth>[0]["config"]) {
  const world = { ms: 0, isWritable: true, sync: undefined as SyncStatus | undefined };
  let move = () => {};
  const chain = {
    onHeadMoved(listener: () => void) {
      move = listener;
      return () => {};
    },
    syncing: () => world.sync,
  } as unknown as Chain;
  const room = () => ({ freeBytes: 5, isWritable: world.isWritable });
  const store = { room } as unknown as Store;
  const health = watchHealth({ chain, store, config, clock: { now: () => world.ms } });
  return { world, status: () => health().status, move: () => move() };
}

it("lags when blocks that are made on time do not come, until one does", () => {
  const { world, status, move } = watched({ mining: "interval", "interval-ms": 5000 });
  assert.equal(status(), "ready");
  world.ms = 50_000;
  assert.equal(status(), "ready", "ten intervals are waited for");
  world.ms = 50_001;
  assert.equal(status(), "lagging");
  move();
  assert.equal(status(), "ready");
});

it("waits half a minute for blocks however short the interval", () => {
  const { world, status } = watched({ mining: "interval", "interval-ms": 10 });
  world.ms = 30_000;
  assert.equal(status(), "ready");
  world.ms = 30_001;
  assert.equal(status(), "lagging");
});

it("waits for no blocks where they come when somebody wants them", () => {
  const { world, status } = watched({ mining: "auto", "interval-ms": 1000 });
  world.ms = 10 ** 9;
  assert.equal(status(), "ready");
});

it("lags while the chain is being caught up with, and says first that the disk is full", () => {
  const { world, status } = watched({ mining: "auto", "interval-ms": 1000 });
  world.sync = { startingBlock: 0, currentBlock: 1, highestBlock: 9 };
  assert.equal(status(), "lagging");
  world.isWritable = false;
  assert.equal(status(), "disk-full");
  world.sync = undefined;
  world.isWritable = true;
  assert.equal(status(), "ready");
});
