import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "@tandem/primitives";
import * as z from "zod";
import { isUniform, parseScenario, scenarioFile } from "./scenario.js";

const least = { about: "The least.", stop: { hours: 1 }, pools: [{ name: "all", share: 1 }] };

const refuses = (changes: object, message: RegExp) =>
  assert.throws(
    () => parseScenario({ ...least, ...changes }),
    (error) => error instanceof Fault && message.test(error.message),
    JSON.stringify(changes),
  );

test("the least scenario is Bitcoin as it is, with one pool", () => {
  const scenario = parseScenario(least);
  assert.equal(scenario.seed, 1);
  assert.equal(scenario.bitcoin.blockSeconds, 600);
  assert.equal(scenario.bitcoin.isRetargeting, true);
  assert.equal(scenario.child, undefined);
  assert.equal(scenario.pools[0]?.count, 1);
  assert.deepEqual(scenario.pools[0]?.strategy, { kind: "honest" });
  assert.ok(isUniform(scenario));
});

test("a child that says nothing is the public network's, and pools merge-mine it", () => {
  const { child, pools } = parseScenario({ ...least, child: {} });
  assert.equal(child?.blockSeconds, 14);
  assert.equal(child?.difficultyDivisor, 400);
  assert.equal(pools[0]?.mergeMining, 1);
  assert.deepEqual(pools[0]?.work, {
    pollSeconds: 2,
    refreshSeconds: 30,
    notify: 1,
    switchSeconds: 0,
  });
});

test("what is not known is an error with its path", () => {
  refuses({ colour: 1 }, /colour/);
  refuses({ network: { latency: 3 } }, /latency.*network/);
  refuses({ pools: [{ name: "all", share: 1, work: { poll: 1 } }] }, /poll.*pools\[0\]\.work/);
  refuses(
    { pools: [{ name: "all", share: 1, strategy: { kind: "lazy" } }] },
    /pools\[0\]\.strategy/,
  );
});

test("values out of range are errors with their path", () => {
  refuses({ seed: -1 }, /seed/);
  refuses({ pools: [{ name: "All", share: 1 }] }, /pools\[0\]\.name/);
  refuses({ pools: [{ name: "observer", share: 1 }] }, /observer/);
  refuses({ pools: [{ name: "all", share: 1, work: { pollSeconds: 0.01 } }] }, /pollSeconds/);
  refuses({ bitcoin: { blockSeconds: 1e-9 } }, /bitcoin\.blockSeconds/);
  refuses({ child: { startIntervalSeconds: 1e-9 } }, /child\.startIntervalSeconds/);
  refuses({ stop: {} }, /hours, bitcoinBlocks, childBlocks, trials/);
  refuses({ expect: { "bitcoin.main": {} } }, /expect/);
  refuses({ expect: { "bitcoin.main": { min: 2, max: 1 } } }, /expect/);
});

test("members that do not fit together are told by name", () => {
  const half = (name: string, more: object = {}) => ({ name, share: 0.5, ...more });
  refuses({ pools: [half("a")] }, /add up to 0\.5/);
  refuses({ pools: [half("a"), half("a")] }, /named a/);
  refuses({ network: { links: [{ between: ["all", "x"], latencySeconds: 1 }] } }, /named x/);
  const cut = { fromHours: 1, toHours: 2 };
  refuses({ network: { partitions: [{ ...cut, groups: [["all"], ["all"]] }] } }, /all is not/);
  refuses(
    { network: { partitions: [{ ...cut, toHours: 1, groups: [["all"], ["x"]] }] } },
    /toHours/,
  );
  refuses({ stop: { childBlocks: 5 } }, /no child/);
  refuses({ stop: { trials: 5 } }, /double-spend/);
  const selfish = { strategy: { kind: "selfish" } };
  refuses({ pools: [half("a", selfish), half("b", selfish)] }, /attacks the same chain/);
  refuses({ pools: [half("a", { ...selfish, count: 2 }), half("b")] }, /own group/);
  refuses({ pools: [half("a", { strategy: { kind: "hidden-branch" } }), half("b")] }, /no child/);
  refuses({ pools: [{ name: "a", share: 1, count: 600 }], child: {} }, /at most 500/);
  const active = { active: { toHours: 1 } };
  refuses(
    { stop: { bitcoinBlocks: 9 }, pools: [half("a", active), half("b", active)] },
    /to the end/,
  );
});

test("two pools of different groups have different names, and so draws of their own", () => {
  const pools = [
    { name: "a-1", share: 0.2 },
    { name: "b", share: 0.2, count: 3 },
    { name: "a", share: 0.6, count: 2 },
  ];
  refuses({ pools }, /the groups a-1 and a both have a pool named a-1/);
  const [first, second, third] = pools;
  const nested = [{ ...first, count: 11 }, second, { ...third, count: 1 }];
  assert.ok(parseScenario({ ...least, pools: nested }));
});

test("a world that cannot reach what it stops at states its hours", () => {
  const pool = (name: string, share: number, more: object = {}) => ({ name, share, ...more });
  const spender = (more: object = {}) => ({ strategy: { kind: "double-spend", ...more } });
  const leaves = { active: { toHours: 5 } };
  const alone = pool("all", 1, { mergeMining: 0 });
  refuses({ stop: { childBlocks: 9 }, child: {}, pools: [alone] }, /to the end what childBlocks/);
  const onChild = [pool("a", 0.3, { mergeMining: 0, ...spender({ chain: "child" }) })];
  for (const pools of [
    [pool("a", 1, spender())],
    [pool("a", 0, spender()), pool("b", 1)],
    [pool("a", 0.3, { ...spender(), ...leaves }), pool("b", 0.7)],
    [pool("a", 0.3, spender()), pool("b", 0.7, leaves)],
    [...onChild, pool("b", 0.7)],
  ]) {
    refuses({ stop: { trials: 9 }, child: {}, pools }, /stop\.hours/);
    assert.ok(parseScenario({ ...least, stop: { trials: 9, hours: 1 }, child: {}, pools }));
  }
  const neverAhead = [pool("a", 0, spender({ preminedBlocks: 0 })), pool("b", 1)];
  assert.ok(parseScenario({ ...least, stop: { trials: 9 }, pools: neverAhead }));
  const either = { childBlocks: 9, bitcoinBlocks: 9 };
  assert.ok(parseScenario({ ...least, stop: either, child: {}, pools: [alone] }));
});

test("a run measures something", () => {
  const message = /warmUpHours: nothing is measured in a run that ends at hour 1/;
  for (const warmUpHours of [1, 5]) refuses({ warmUpHours }, message);
  assert.ok(parseScenario({ ...least, warmUpHours: 0.9 }));
});

test("a child whose nodes never renew their work may come to a halt, so it states its hours", () => {
  const child = { rebuildSeconds: 0 };
  refuses({ child, stop: { childBlocks: 9 } }, /stop\.hours: .* child\.rebuildSeconds is 0/);
  const strategy = { kind: "double-spend", chain: "child" };
  const pools = [
    { name: "a", share: 0.3, strategy },
    { name: "b", share: 0.7 },
  ];
  refuses({ child, stop: { trials: 9 }, pools }, /stop\.hours: .* child\.rebuildSeconds is 0/);
  for (const stop of [
    { childBlocks: 9, hours: 1 },
    { childBlocks: 9, bitcoinBlocks: 9 },
  ]) {
    assert.ok(parseScenario({ ...least, child, stop }));
  }
  const found = { ...child, timestamps: "found" };
  assert.ok(parseScenario({ ...least, child: found, stop: { childBlocks: 9 } }));
  const onBitcoin = [{ ...pools[0], strategy: { kind: "double-spend" } }, pools[1]];
  assert.ok(parseScenario({ ...least, child, stop: { trials: 9 }, pools: onBitcoin }));
});

test("a world with a child ends before the times of Bitcoin's headers do", () => {
  const hours = 8_000_000;
  refuses({ child: {}, stop: { hours } }, /stop\.hours: with a child at most \d{6},/);
  assert.ok(parseScenario({ ...least, stop: { hours } }));
  const late = [{ name: "all", share: 1, active: { fromHours: hours } }];
  refuses({ child: {}, stop: { childBlocks: 1 }, pools: late }, /pools\[0\]\.active\.fromHours/);
});

test("a wait by the clock is for Nakamoto's plain world alone", () => {
  const spender = {
    name: "a",
    share: 0.1,
    strategy: { kind: "double-spend", waiting: "expected-time" },
  };
  const pools = [spender, { name: "b", share: 0.9 }];
  refuses({ pools }, /expected-time/);
  const plain = { pools, bitcoin: { isRetargeting: false } };
  assert.ok(parseScenario({ ...least, ...plain }));
  refuses({ ...plain, network: { latencySeconds: 1 } }, /expected-time/);
  const leaving = [spender, { name: "b", share: 0.9, active: { toHours: 1 } }];
  refuses({ ...plain, pools: leaving }, /mine all the time/);
});

test("one attack a chain is allowed", () => {
  const pools = [
    { name: "a", share: 0.3, strategy: { kind: "selfish" } },
    { name: "b", share: 0.3, strategy: { kind: "hidden-branch" } },
    { name: "c", share: 0.4 },
  ];
  assert.ok(parseScenario({ ...least, child: {}, pools }));
});

test("every member of the file is described", () => {
  const missing: string[] = [];
  const walk = (schema: unknown, path: string) => {
    if (typeof schema !== "object" || schema === null) return;
    const { properties, items, anyOf, oneOf } = schema as Record<string, unknown>;
    for (const [name, member] of Object.entries(properties ?? {})) {
      if (typeof member.description !== "string") missing.push(`${path}.${name}`);
      walk(member, `${path}.${name}`);
    }
    walk(items, `${path}[]`);
    for (const one of [...((anyOf ?? oneOf ?? []) as unknown[])]) walk(one, path);
  };
  walk(z.toJSONSchema(scenarioFile, { io: "input" }), "");
  assert.deepEqual(missing, []);
});
