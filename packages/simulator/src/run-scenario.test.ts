import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "@tandem/primitives";
import { createCheck, InvariantBroken } from "./invariant.js";
import { hoursMax, unsettledBlocksMax } from "./limits.js";
import type { Progress } from "./results/results.js";
import { runScenario } from "./run-scenario.js";
import { headerHoursMax, parseScenario } from "./scenario/scenario.js";
import { fewOrMany } from "./testing/extent.js";

const pools = [
  { name: "north", share: 0.5 },
  { name: "south", share: 0.3, count: 3 },
  { name: "west", share: 0.2, mergeMining: 0 },
];
const world = (changes: object) =>
  parseScenario({
    about: "A run.",
    stop: { hours: fewOrMany(4, 24) },
    network: { latencySeconds: 3 },
    pools,
    ...changes,
  });

test("the same file and seed give the same bytes, another seed others", async () => {
  for (const changes of [{}, { child: {} }, { child: {}, network: { jitterSeconds: 2 } }]) {
    const run = async (seed: number) =>
      JSON.stringify(
        await runScenario(world({ stop: { hours: fewOrMany(0.25, 0.5) }, ...changes, seed })),
      );
    const first = await run(5);
    assert.equal(first, await run(5));
    assert.notEqual(first, await run(6));
  }
});

test("each stop is kept and named", async () => {
  const stopped = async (stop: object) => {
    const { stoppedBy, bitcoin, child, hours } = await runScenario(world({ child: {}, stop }));
    return { stoppedBy, hours, bitcoin: bitcoin.mined, child: child?.mined };
  };
  const byHours = await stopped({ hours: 2 });
  assert.deepEqual([byHours.stoppedBy, byHours.hours], ["hours", 2]);
  const byBitcoin = await stopped({ bitcoinBlocks: 3 });
  assert.deepEqual([byBitcoin.stoppedBy, byBitcoin.bitcoin], ["bitcoin-blocks", 3]);
  const byChild = await stopped({ childBlocks: 70, hours: 1_000 });
  assert.deepEqual([byChild.stoppedBy, byChild.child], ["child-blocks", 70]);
});

test("a child that is too slow for its stop ends with the times of Bitcoin's headers", async () => {
  const slow = 10_000_000;
  const { stoppedBy, hours, child } = await runScenario(
    world({
      child: { blockSeconds: 3_600, startIntervalSeconds: slow },
      bitcoin: { blockSeconds: slow },
      pools: [{ name: "all", share: 1, work: { pollSeconds: slow, refreshSeconds: slow } }],
      stop: { childBlocks: 3_000 },
    }),
  );
  assert.deepEqual([stoppedBy, hours], ["hours", headerHoursMax]);
  assert.ok(child !== undefined && child.mined < 3_000);
});

test("every block is main, stale or hidden, in all and by pool, and uncles are stale", async () => {
  const { bitcoin, child, pools: lines } = await runScenario(world({ child: {} }));
  assert.ok(child);
  for (const chain of [bitcoin, child]) {
    assert.equal(chain.mined, chain.main + chain.stale + chain.hidden);
  }
  assert.equal(child.stale, child.uncles + child.lost);
  const sum = (of: (line: (typeof lines)[0]) => number | undefined) =>
    lines.reduce((total, line) => total + (of(line) ?? 0), 0);
  assert.equal(
    sum((line) => line.bitcoin.mined),
    bitcoin.mined,
  );
  assert.equal(
    sum((line) => line.child?.mined),
    child.mined,
  );
  assert.equal(
    sum((line) => line.child?.uncles),
    child.uncles,
  );
  assert.equal(
    sum((line) => line.child?.revenue),
    child.fees,
  );
  assert.ok(Math.abs(sum((line) => line.child?.revenueShare) - 1) < 1e-9);
  assert.equal(lines[2]?.child?.mined, 0, "a pool that does not merge-mine finds no child block");
});

test("blocks of the warm-up are not measured", async () => {
  const all = await runScenario(world({ child: {} }));
  const later = await runScenario(world({ child: {}, warmUpHours: fewOrMany(2, 12) }));
  assert.equal(all.events, later.events);
  assert.ok(later.bitcoin.mined < 0.75 * all.bitcoin.mined);
  assert.ok((later.child?.mined ?? 0) < 0.75 * (all.child?.mined ?? 0));
  assert.ok((later.bitcoin.series[0]?.hours ?? 0) >= fewOrMany(2, 12));
});

test("uncles of the warm-up are counted nowhere, also when a later block lists them", async () => {
  const work = { pollSeconds: 0, refreshSeconds: 60, notify: 0 };
  for (let warmUpHours = 0.3; warmUpHours < 0.5; warmUpHours += 0.02) {
    const { child } = await runScenario(
      world({
        child: {},
        stop: { hours: 1 },
        warmUpHours,
        pools: [{ ...pools[0], share: 1, work }],
      }),
    );
    assert.ok(child !== undefined && child.uncles > 20);
    const listed = child.unclesListed.reduce((sum, blocks, uncles) => sum + blocks * uncles, 0);
    const shown = child.series.reduce((sum, { blocks, stalePerBlock }) => {
      return sum + blocks * stalePerBlock;
    }, 0);
    assert.deepEqual([listed, Math.round(shown)], [child.uncles, child.uncles]);
  }
});

test("a pool's share of the hash power is that of the measured time", async () => {
  const work = { pollSeconds: 0, refreshSeconds: 0, notify: 2 };
  const { pools: lines } = await runScenario(
    world({
      // A difficulty that hardly changes: all hashes are worth the same.
      child: { difficultyDivisor: 1_000_000 },
      network: {},
      stop: { hours: 9 },
      warmUpHours: 1,
      pools: [
        { name: "stays", share: 0.4, work, mergeMining: 0.5 },
        { name: "goes", share: 0.4, work, active: { toHours: 3 } },
        { name: "comes", share: 0.1, work, active: { fromHours: 5 } },
        { name: "warms-up", share: 0.1, work, active: { toHours: 0.5 } },
      ],
    }),
  );
  const shares = lines.map(({ hashShare, child }) => [hashShare, child?.hashShare]);
  // Tenths of all hash power times hours: 4 x 8, 4 x 2, 1 x 4 and none.
  const expected = [
    [32 / 44, 16 / 28],
    [8 / 44, 8 / 28],
    [4 / 44, 4 / 28],
    [0, 0],
  ];
  const rounded = (table: readonly (readonly (number | undefined)[])[]) =>
    table.map((row) => row.map((share) => share?.toFixed(12)));
  assert.deepEqual(rounded(shares), rounded(expected));
  for (const { name, child } of lines.slice(0, 3)) {
    assert.ok(child !== undefined && Math.abs(child.advantage - 1) < 0.25, `${name}`);
  }
  assert.equal(lines[3]?.child?.advantage, 0);
});

test("reorgs and refused blocks of the warm-up are not counted", async () => {
  for (const changes of [{}, { network: { latencySeconds: 60, jitterSeconds: 1 } }]) {
    const network = { latencySeconds: 60 };
    const stop = { bitcoinBlocks: 3_000 };
    const all = await runScenario(world({ network, stop, ...changes }));
    const none = await runScenario(world({ network, stop, ...changes, warmUpHours: 1_000 }));
    assert.ok(all.bitcoin.reorgs.count > 0 && all.bitcoin.reorgs.pools.count > 0);
    assert.deepEqual([none.bitcoin.reorgs.count, none.bitcoin.reorgs.pools.count], [0, 0]);
  }
  const slow = { work: { notify: 0, refreshSeconds: 3_600 }, name: "all", share: 1 };
  const refusing = { child: { rebuildSeconds: 0 }, pools: [slow], stop: { hours: 3 } };
  const { child: all } = await runScenario(world(refusing));
  assert.ok(all !== undefined && all.refused > 0);
  const { child: none } = await runScenario(world({ ...refusing, warmUpHours: 2.999 }));
  assert.deepEqual([none?.refused, none?.reorgs.count, none?.reorgs.pools.count], [0, 0, 0]);
});

test("trials of the warm-up end a run, but are not counted", async () => {
  const strategy = { kind: "double-spend", confirmations: 1, giveUpDeficit: 3 };
  for (const chain of ["bitcoin", "child"]) {
    const [, ...others] = pools;
    const spender = { name: "north", share: 0.5, strategy: { ...strategy, chain } };
    const spending = { child: {}, pools: [spender, ...others], stop: { trials: 5 } };
    const { attacks: ended, pools: found } = await runScenario(world(spending));
    const [all] = ended;
    assert.equal(found[0]?.attackedChain, chain);
    assert.ok(found.slice(1).every(({ attackedChain }) => attackedChain === undefined));
    assert.ok(all !== undefined && all.trials >= 5);
    const { attacks, stoppedBy } = await runScenario(world({ ...spending, warmUpHours: 1_000 }));
    assert.deepEqual([attacks[0]?.trials, attacks[0]?.successes, stoppedBy], [0, 0, "trials"]);
  }
});

test("progress grows to the end, and is told by blocks where they end the run", async () => {
  const told: Progress[] = [];
  const stop = { bitcoinBlocks: 300_000 };
  await runScenario(world({ stop, network: {} }), {
    onProgress: (progress) => told.push(progress),
  });
  assert.ok(told.length >= 3);
  assert.ok(told.every(({ done }, i) => done >= (told[i - 1]?.done ?? 0)));
  assert.equal(told.at(-1)?.done, 1);
  assert.equal(told.at(-1)?.bitcoinBlocks, 300_000);
});

test("a run can be broken off between slices", async () => {
  const controller = new AbortController();
  const run = runScenario(world({ stop: { bitcoinBlocks: 100_000_000 } }), {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error("enough")),
  });
  await assert.rejects(run, /enough/);
});

test("a misspelt metric is told before the run begins", async () => {
  const expect = { "child.uncles": { min: 0 }, "child.unclesPerBlok": { max: 1 } };
  const run = runScenario(world({ child: {}, expect, stop: { childBlocks: 1_000_000 } }));
  await assert.rejects(
    run,
    (error) => error instanceof Fault && /unclesPerBlok/.test(error.message),
  );
});

test("expectations are told one by one and together", async () => {
  const expect = { "bitcoin.main": { min: 1 }, "bitcoin.retargets": { max: -1 } };
  const { expectations, isAsExpected } = await runScenario(world({ expect }));
  assert.deepEqual(
    expectations.map(({ isMet }) => isMet),
    [true, false],
  );
  assert.equal(isAsExpected, false);
});

test("a broken invariant names itself, the seed and the event", () => {
  const check = createCheck(9, () => 1_234);
  check("weights-add-up", true, () => "unused");
  assert.throws(
    () => check("weights-add-up", false, () => "block 7"),
    (error) =>
      error instanceof InvariantBroken &&
      /weights-add-up.*event 1234 of seed 9: block 7/.test(error.message),
  );
});

test("a run ends with a fault when its pools disagree on more blocks than are kept", async () => {
  const scenario = parseScenario({
    about: "A network that is partitioned for ever.",
    stop: { bitcoinBlocks: 10 * unsettledBlocksMax },
    bitcoin: { isRetargeting: false },
    network: { partitions: [{ fromHours: 0, toHours: hoursMax, groups: [["a"], ["b"]] }] },
    pools: [
      { name: "a", share: 0.5 },
      { name: "b", share: 0.5 },
    ],
  });
  let found = 0;
  const onProgress = ({ bitcoinBlocks }: Progress) => {
    found = bitcoinBlocks;
  };
  const refused = ({ data }: Fault) => data.code === "unusable-data";
  await assert.rejects(runScenario(scenario, { onProgress }), refused);
  assert.ok(found < 2 * unsettledBlocksMax, `${found} blocks`);
});
