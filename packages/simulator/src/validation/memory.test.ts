/** Checks that a run's memory does not grow with its length. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { keccakCompiled } from "@tandem/primitives";
import { parseScenario } from "../scenario/scenario.js";
import { fewOrMany } from "../testing/extent.js";
import { World } from "../world/world.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

test("the heap after many child blocks is the heap after some", async () => {
  await keccakCompiled;
  const world = new World(
    parseScenario({
      about: "Ten pools, latency, uncles: all that is kept of a block.",
      stop: { childBlocks: 1_000_000 },
      child: {},
      network: { latencySeconds: 2 },
      pools: [{ name: "equal", share: 1, count: 10 }],
    }),
  );
  const runTo = (blocks: number) => {
    while (world.progress().childBlocks < blocks) assert.equal(world.advance(50_000), undefined);
    return heapBytes();
  };
  const early = runTo(fewOrMany(1_500, 8_000));
  const late = runTo(fewOrMany(4_500, 30_000));
  // The bounded memory of the fork monitor and of the series is filled meanwhile.
  assert.ok(late < early + 12_000_000, `${early} bytes, then ${late}`);
});

test("so it is for Bitcoin alone, after millions of blocks", () => {
  const world = new World(
    parseScenario({
      about: "Bitcoin alone, fast.",
      stop: { bitcoinBlocks: 1_000_000_000 },
      network: { latencySeconds: 5 },
      pools: [{ name: "equal", share: 1, count: 100 }],
    }),
  );
  const runTo = (blocks: number) => {
    while (world.progress().bitcoinBlocks < blocks) assert.equal(world.advance(200_000), undefined);
    return heapBytes();
  };
  const early = runTo(fewOrMany(100_000, 500_000));
  const late = runTo(fewOrMany(400_000, 3_000_000));
  assert.ok(late < early + 2_000_000, `${early} bytes, then ${late}`);
});
