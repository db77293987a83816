import assert from "node:assert/strict";
import { test } from "node:test";
import { hoursMax } from "../limits.js";
import { powerChangesOf } from "./power.js";
import { parseScenario } from "./scenario.js";

const changesOf = (active: object, stop: object = { bitcoinBlocks: 1_000_000_000 }) =>
  powerChangesOf(
    parseScenario({
      about: "A pool that may stop, and one that does not.",
      stop,
      pools: [
        { name: "some", share: 0.5, active },
        { name: "always", share: 0.5 },
      ],
    }),
  );

test("a pool without a time at which it stops mines however long the world lasts", () => {
  assert.deepEqual(changesOf({}), []);
  assert.deepEqual(changesOf({ toHours: hoursMax }, { hours: hoursMax }), []);
});

test("a pool starts and stops at the stated times", () => {
  assert.deepEqual(changesOf({ fromHours: 1, toHours: 2 }), [
    { at: 0, group: 0, isActive: false },
    { at: 3600, group: 0, isActive: true },
    { at: 7200, group: 0, isActive: false },
  ]);
  assert.deepEqual(changesOf({ toHours: 2 }, { hours: 2 }), []);
});
