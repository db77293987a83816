import assert from "node:assert/strict";
import { test } from "node:test";
import type { SyncStatus } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import { chainLimits } from "../limits.js";
import { createSync } from "./sync.js";

test("a sync goes on for as long as blocks come, and ends when none came for a while", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let head = 0;
  const events: (SyncStatus | undefined)[] = [];
  const sync = createSync(silentLogger, () => head);
  t.after(sync.stop);
  sync.listen((status) => events.push(status));
  sync.setHighestBlock(9);
  for (let height = 1; height < 9; height++) {
    t.mock.timers.tick(chainLimits.syncIdleMs - 1);
    head = height;
    sync.headMoved();
    assert.deepEqual(sync.status(), { startingBlock: 0, highestBlock: 9, currentBlock: height });
  }
  t.mock.timers.tick(chainLimits.syncIdleMs);
  assert.equal(sync.status(), undefined);
  assert.deepEqual(events, [{ startingBlock: 0, highestBlock: 9, currentBlock: 0 }, undefined]);
});

test("a sync ends with the block that was announced as the last", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let head = 3;
  const sync = createSync(silentLogger, () => head);
  t.after(sync.stop);
  sync.setHighestBlock(3);
  assert.equal(sync.status(), undefined, "it is the head already");
  sync.setHighestBlock(4);
  assert.equal(sync.status()?.startingBlock, 3);
  head = 4;
  sync.headMoved();
  assert.equal(sync.status(), undefined);
});
