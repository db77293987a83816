/** Tests that overrides are applied in slices of a limited size, whatever they consist of. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyTrieRoot, padStart, type StateOverrides } from "@tandem/primitives";
import { overridesInSlice } from "../limits.js";
import { addressOf, word } from "../testing/scene.js";
import { JournaledState } from "./journaled-state.js";
import { createMemorySource } from "./memory-source.js";
import { overrideSlices } from "./override.js";
import { createStateCache } from "./state-cache.js";

const slices = 4;
const count = slices * overridesInSlice;

/** Returns the number of pauses. */
function pausesOf(overrides: StateOverrides): number {
  const state = new JournaledState(createStateCache(createMemorySource()), emptyTrieRoot);
  return [...overrideSlices(state, overrides)].length;
}

const slots = Array.from({ length: count }, (_, i) => [word(i), word(1)] as const);
const many: Readonly<Record<string, StateOverrides>> = {
  accounts: slots.map(([slot]) => [padStart(slot.subarray(-4), 20), { balance: 1n }]),
  slots: [[addressOf(1), { state: slots }]],
  "changed slots": [[addressOf(1), { stateDiff: slots }]],
  "accounts with code": slots
    .slice(0, overridesInSlice)
    .map(([slot]) => [padStart(slot.subarray(-4), 20), { code: new Uint8Array(slices * 512) }]),
};

for (const [name, overrides] of Object.entries(many)) {
  test(`overrides of many ${name} pause between slices`, () => {
    assert.ok(pausesOf(overrides) >= slices - 1, `${pausesOf(overrides)} pauses`);
  });
}
