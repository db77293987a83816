/**
 * Compares what an observer of Bitcoin sees of the child with the figures of the public network's
 * guide to its fork monitor: one tagged block per 20 / h child blocks, where h is the share of the
 * hash power that merge-mines and a child block takes 30 seconds.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ForkMonitorResults, Results } from "../results/results.js";
import { runScenario } from "../run-scenario.js";
import { parseScenario } from "../scenario/scenario.js";
import { fewOrMany } from "../testing/extent.js";

const work = { pollSeconds: 0, refreshSeconds: 0, notify: 2 };

/** A target of 21 s results in 30.3 s per block. */
const run = (changes: object) =>
  runScenario(
    parseScenario({
      about: "A child of 30 seconds a block.",
      child: { blockSeconds: 21, timestamps: "found" },
      bitcoin: { isRetargeting: false },
      ...changes,
    }),
  );
const monitorOf = ({ forkMonitor }: Results): ForkMonitorResults => {
  assert.ok(forkMonitor);
  return forkMonitor;
};

/** Computes half the width of the 99 % interval of a Poisson count. */
const error = (expected: number) => 2.576 * Math.sqrt(expected);

for (const share of [0.5, 0.25]) {
  test(`with ${share} of the hash power one Bitcoin block has a tag in ${20 / share} child blocks`, async () => {
    const { bitcoin, child } = await run({
      stop: { childBlocks: fewOrMany(375 / share, 6_000) },
      pools: [
        { name: "merged", share, work },
        { name: "alone", share: 1 - share, mergeMining: 0 },
      ],
    });
    assert.ok(child);
    const expected = (child.main * share) / 20;
    assert.ok(Math.abs((bitcoin.tagged ?? 0) - expected) < error(expected), `${bitcoin.tagged}`);
    const blocks = bitcoin.main;
    assert.ok(Math.abs((bitcoin.taggedShare ?? 0) - share) < 2.576 * Math.sqrt(0.25 / blocks));
  });
}

/**
 * Half of all hash power mines a hidden branch, the other half the public one, at a difficulty that
 * results in 30 seconds per block of each.
 */
const hiddenFork = (seed: number, blocks: number) =>
  run({
    seed,
    child: { timestamps: "found", difficultyDivisor: 1_000_000, startIntervalSeconds: 15 },
    stop: { childBlocks: 530 + 2 * blocks },
    pools: [
      {
        name: "hidden",
        share: 0.5,
        work,
        strategy: { kind: "hidden-branch", fromChildBlock: 500, blocks },
      },
      { name: "public", share: 0.5, work },
    ],
  });

const forkBlocks = fewOrMany(800, 4_000);
const witnesses = forkBlocks / 40;
test(`a fork of ${forkBlocks} blocks has about ${witnesses} witnesses`, async () => {
  const monitor = monitorOf(await hiddenFork(1, forkBlocks));
  assert.ok(Math.abs(monitor.forkTags - witnesses) < error(witnesses), `${monitor.forkTags}`);
  assert.equal(monitor.forks.length, 1);
  const [fork] = monitor.forks;
  assert.ok(fork && fork.startLow <= 499 && fork.startHigh >= 500, "it left at 499");
  assert.ok(fork.length > forkBlocks - 200 && fork.length < forkBlocks + 100, `${fork.length}`);
});

test("forks of 120 blocks have about three witnesses each", async () => {
  let found = 0;
  const forks = fewOrMany(4, 10);
  for (let seed = 1; seed <= forks; seed++) {
    found += monitorOf(await hiddenFork(seed, 120)).forkTags;
  }
  assert.ok(Math.abs(found - 3 * forks) < error(3 * forks), `${found}`);
});

test("a hidden 51 % of the child shows in one Bitcoin block of four", async () => {
  const monitor = monitorOf(
    await run({
      // The branch is then longer than the 64 blocks that its tags do not show yet.
      warmUpHours: 7,
      stop: { hours: fewOrMany(25, 70) },
      pools: [
        {
          name: "hidden",
          share: 0.255,
          work,
          strategy: { kind: "hidden-branch", fromChildBlock: 500, blocks: 100_000 },
        },
        { name: "honest", share: 0.245, count: 3, work },
        { name: "alone", share: 0.5, mergeMining: 0 },
      ],
    }),
  );
  const { low, high } = monitor.forkShare;
  assert.ok(low < 0.255 && 0.255 < high, JSON.stringify(monitor.forkShare));
  assert.equal(monitor.highestLevel, 2);
});

test("a chain nobody forks raises no alert", async () => {
  const monitor = monitorOf(
    await run({
      stop: { childBlocks: fewOrMany(1_000, 6_000) },
      child: {},
      network: { latencySeconds: 2 },
      pools: [{ name: "merged", share: 1, count: 8 }],
    }),
  );
  assert.ok(monitor.tagged > fewOrMany(20, 150));
  assert.deepEqual([monitor.forkTags, monitor.alertCount], [0, 0]);
});
