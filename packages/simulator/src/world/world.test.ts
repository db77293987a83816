import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Results } from "../results/results.js";
import { runScenario } from "../run-scenario.js";
import { parseScenario } from "../scenario/scenario.js";
import { fewOrMany, seedOffset } from "../testing/extent.js";
import { World } from "./world.js";

const run = (changes: object) =>
  runScenario(
    parseScenario({
      about: "A world.",
      stop: { childBlocks: fewOrMany(300, 2_000) },
      child: {},
      pools: [{ name: "all", share: 1, count: 5 }],
      ...changes,
    }),
  );
const childOf = ({ child }: Results) => {
  assert.ok(child);
  return child;
};

const strategies = [
  { kind: "honest" },
  { kind: "selfish", gamma: 0.3 },
  { kind: "selfish", chain: "child" },
  { kind: "double-spend", confirmations: 2, giveUpDeficit: 4 },
  { kind: "double-spend", chain: "child", confirmations: 3, giveUpDeficit: 5 },
  { kind: "hidden-branch", fromChildBlock: 40, blocks: 60 },
  { kind: "hidden-branch", fromChildBlock: 40, blocks: 60, isPublished: true },
];
const arbitraryWorld = fc.record({
  seed: fc.nat({ max: 1_000_000 }),
  network: fc.record({
    latencySeconds: fc.constantFrom(0, 1, 20, 700),
    jitterSeconds: fc.constantFrom(0, 5),
    partitions: fc.constantFrom(
      [],
      [{ fromHours: 0.5, toHours: 1.5, groups: [["a"], ["b", "observer"]] }],
    ),
  }),
  child: fc.record({
    timestamps: fc.constantFrom("template", "found"),
    rewards: fc.constantFrom("miner", "remasc"),
    fees: fc.constantFrom({ kind: "constant", amount: 7 }, { kind: "exponential", mean: 1_000 }),
    rebuildSeconds: fc.constantFrom(0, 10, 60),
  }),
  work: fc.record({
    pollSeconds: fc.constantFrom(0, 2, 15),
    refreshSeconds: fc.constantFrom(0, 30, 120),
    notify: fc.constantFrom(0, 1, 2),
    switchSeconds: fc.constantFrom(0, 10),
  }),
  attack: fc.constantFrom(...strategies),
  isAway: fc.boolean(),
});

test("whatever the world, its invariants hold and every block is counted once", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryWorld, async ({ work, attack, isAway, ...file }) => {
      const results = await run({
        ...file,
        stop: { hours: 3, childBlocks: fewOrMany(120, 200) },
        bitcoin: { blockSeconds: 120 },
        pools: [
          { name: "a", share: 0.3, strategy: attack, work },
          { name: "b", share: 0.5, count: 3, work, mergeMining: 0.8 },
          { name: "c", share: 0.2, ...(isAway ? { active: { fromHours: 0.5, toHours: 1 } } : {}) },
        ],
      });
      for (const chain of [results.bitcoin, childOf(results)]) {
        assert.equal(chain.mined, chain.main + chain.stale + chain.hidden);
      }
      const { stale, uncles, lost } = childOf(results);
      assert.equal(stale, uncles + lost);
    }),
    { seed: 1 + (seedOffset ?? 0), numRuns: fewOrMany(10, 100) },
  );
});

test("without latency and with work that is told at once there are no stale blocks", async () => {
  const work = { pollSeconds: 0, refreshSeconds: 0, notify: 2 };
  const { bitcoin, child } = await run({ pools: [{ name: "all", share: 1, count: 5, work }] });
  assert.deepEqual([bitcoin.stale, child?.stale, child?.uncles], [0, 0, 0]);
});

test("the slower pools renew their work, the more uncles there are", async () => {
  const rates: number[] = [];
  for (const refreshSeconds of [5, 20, 60]) {
    const work = { pollSeconds: 0, refreshSeconds, notify: 0 };
    const results = await run({ pools: [{ name: "all", share: 1, count: 5, work }] });
    rates.push(childOf(results).unclesPerBlock);
  }
  const [quick, middling, slow] = rates as [number, number, number];
  assert.ok(quick > 0.05 && quick * 2 < middling && middling * 1.5 < slow, rates.join());
});

test("a new Bitcoin block makes one nonce in so many good for both chains", async () => {
  const { bitcoin, child } = await run({ bitcoin: { isRetargeting: false } });
  assert.ok(child);
  assert.equal(child.sharedNonces, bitcoin.mined, "every Bitcoin block is a child block here");
  assert.equal(bitcoin.taggedShare, 1);
});

test("work so old that Bitcoin's time is five minutes off is refused by consensus", async () => {
  const work = { pollSeconds: 0, refreshSeconds: 0, notify: 0 };
  const results = await run({
    child: { rebuildSeconds: 0 },
    pools: [{ name: "all", share: 1, count: 3, work }],
    stop: { hours: 24 },
  });
  assert.ok(childOf(results).refused > 50);
});

test("when a partition heals the smaller part's blocks are undone, and all follow one branch", async () => {
  const results = await run({
    network: {
      latencySeconds: 1,
      partitions: [{ fromHours: 2, toHours: 4, groups: [["north", "observer"], ["south"]] }],
    },
    pools: [
      { name: "north", share: 0.3, count: 2 },
      { name: "south", share: 0.7, count: 3 },
    ],
    stop: { hours: 8 },
  });
  const { reorgs } = childOf(results);
  // Two hours of 30 % of the hash power, as blocks that the observer of that part undoes.
  assert.ok(reorgs.deepest > 60 && reorgs.deepest < 250, `${reorgs.deepest}`);
  assert.ok(results.bitcoin.reorgs.pools.deepest >= 1);
});

test("when most of the hash power goes, blocks are slow until the difficulty has followed", async () => {
  const results = await run({
    child: { timestamps: "found" },
    pools: [
      { name: "stays", share: 0.4 },
      { name: "goes", share: 0.6, active: { toHours: 6 } },
    ],
    stop: { hours: 24 },
  });
  const { series } = childOf(results);
  const at = (hours: number) => series.find((point) => point.hours >= hours)?.difficulty ?? 0;
  assert.ok(at(23) < 0.55 * at(5), `${at(23)} after ${at(5)}`);
  const mean = (from: number, to: number) => {
    const points = series.filter(({ hours }) => hours > from && hours <= to);
    const blocks = points.reduce((sum, point) => sum + point.blocks, 0);
    return points.reduce((sum, point) => sum + point.intervalSeconds * point.blocks, 0) / blocks;
  };
  assert.ok(mean(6, 8) > 1.5 * mean(2, 6), `${mean(6, 8)} after ${mean(2, 6)}`);
});

test("Bitcoin's difficulty follows hash power that leaves, by its periods", async () => {
  const { bitcoin } = await runScenario(
    parseScenario({
      about: "Half leaves.",
      stop: { bitcoinBlocks: 20_000 },
      pools: [
        { name: "stays", share: 0.5 },
        { name: "goes", share: 0.5, active: { toHours: 500 } },
      ],
    }),
  );
  assert.ok(bitcoin.retargets >= 8);
  assert.ok(Math.abs(bitcoin.difficulty.last / bitcoin.difficulty.first - 0.5) < 0.06);
});

for (const links of [[], [{ between: ["spender", "rest"], latencySeconds: 2 }]]) {
  const network = { latencySeconds: 1, links };
  test(`a world ends with the event that ends its last trial, with ${links.length} links`, () => {
    const strategy = { kind: "double-spend", confirmations: 1, giveUpDeficit: 2 };
    for (const seed of [1, 2, 3, 4]) {
      const world = new World(
        parseScenario({
          about: "A trial often ends when a block of the rest arrives.",
          seed,
          stop: { trials: 10 },
          network,
          pools: [
            { name: "spender", share: 0.2, strategy },
            { name: "rest", share: 0.8 },
          ],
        }),
      );
      let stoppedBy: Results["stoppedBy"] | undefined;
      while (stoppedBy === undefined) {
        assert.ok(world.progress().done < 1, "it goes on after its end");
        stoppedBy = world.advance(1);
      }
      assert.equal(stoppedBy, "trials");
    }
  });
}

/**
 * Returns the probability that an attacker of share `q` succeeds, who may be at most `spare` blocks
 * behind.
 */
function successChance(q: number, confirmations: number, spare: number): number {
  const p = 1 - q;
  let chance = 1;
  let ways = p ** confirmations;
  for (let own = 0; own < confirmations - spare; own++) {
    chance -= ways * (1 - (q / p) ** (confirmations - spare - own));
    ways *= (q * (own + confirmations)) / (own + 1);
  }
  return chance;
}

test("on the child an attacker may list the payment's block as an uncle, and needs a block less", async () => {
  assert.ok(Math.abs(successChance(0.1, 6, 0) - 0.0005914) < 1e-7, "Rosenfeld's figure");
  const spend = async (listsUncles: boolean) => {
    const results = await run({
      child: { listsUncles },
      pools: [
        {
          name: "spender",
          share: 0.4,
          work: { pollSeconds: 0, notify: 2 },
          strategy: { kind: "double-spend", chain: "child", confirmations: 2, giveUpDeficit: 8 },
        },
        { name: "rest", share: 0.6, count: 3, work: { pollSeconds: 0, notify: 2 } },
      ],
      stop: { trials: fewOrMany(80, 400) },
    });
    assert.ok(results.attacks[0]);
    return results.attacks[0].success;
  };
  const withUncles = await spend(true);
  const chance = successChance(0.4, 2, 1);
  assert.ok(withUncles.low < chance && chance < withUncles.high, `${withUncles.share}, ${chance}`);
  // Without uncles, branches of equal length differ only by small steps of difficulty, which favour
  // either side.
  const without = await spend(false);
  const between = (successChance(0.4, 2, 0) + chance) / 2;
  assert.ok(without.low < between && between < without.high, `${without.share}, ${between}`);
});
