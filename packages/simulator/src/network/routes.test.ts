import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { expandPoolGroups } from "../scenario/pool-groups.js";
import { parseScenario } from "../scenario/scenario.js";
import { createRoutes } from "./routes.js";

const world = (network: object, more: object = {}) => {
  const scenario = parseScenario({
    about: "Routes.",
    stop: { hours: 1 },
    network,
    pools: [
      { name: "a", share: 0.4 },
      { name: "b", share: 0.3, count: 3 },
      { name: "c", share: 0.3 },
    ],
    ...more,
  });
  const pools = expandPoolGroups(scenario);
  return {
    bitcoin: createRoutes(scenario, pools, "bitcoin"),
    child: createRoutes(scenario, pools, "child"),
  };
};
const [a, b1, b3, c, observer] = [0, 1, 3, 4, 5];

test("everybody is as far as the latency says, the observer too", () => {
  const { bitcoin } = world({ latencySeconds: 2 });
  assert.equal(bitcoin.places, 6);
  assert.equal(bitcoin.arrival(10, a, c), 12);
  assert.equal(bitcoin.arrival(10, b1, observer), 12);
});

test("a chain may have a latency of its own", () => {
  const { bitcoin, child } = world(
    { latencySeconds: 2 },
    { bitcoin: { latencySeconds: 7 }, child: { latencySeconds: 1 } },
  );
  assert.equal(bitcoin.arrival(0, a, c), 7);
  assert.equal(child.arrival(0, a, c), 1);
});

test("a ring adds its hops the shorter way round", () => {
  const { bitcoin } = world({ latencySeconds: 1, ringHopSeconds: 10 });
  assert.equal(bitcoin.arrival(0, a, b1), 11);
  assert.equal(bitcoin.arrival(0, a, c), 11);
  assert.equal(bitcoin.arrival(0, a, b3), 21);
  assert.equal(bitcoin.arrival(0, b3, a), 21);
});

test("a link replaces the latency between all pools of its groups, either way", () => {
  const { bitcoin, child } = world({
    latencySeconds: 1,
    links: [
      { between: ["a", "b"], latencySeconds: 5 },
      { between: ["b", "b"], latencySeconds: 0.5, chain: "child" },
      { between: ["c", "observer"], latencySeconds: 9 },
    ],
  });
  assert.equal(bitcoin.arrival(0, a, b3), 5);
  assert.equal(bitcoin.arrival(0, b3, a), 5);
  assert.equal(bitcoin.arrival(0, b1, b3), 1);
  assert.equal(child.arrival(0, b1, b3), 0.5);
  assert.equal(bitcoin.arrival(0, c, observer), 9);
});

test("jitter adds up to so much, evenly, and not to others' luck", () => {
  const { bitcoin } = world({ latencySeconds: 1, jitterSeconds: 4 });
  const extra = Array.from({ length: 4_000 }, () => bitcoin.arrival(0, a, c) - 1);
  assert.ok(extra.every((value) => value >= 0 && value < 4));
  const mean = extra.reduce((sum, value) => sum + value, 0) / extra.length;
  assert.ok(Math.abs(mean - 2) < 0.08, `${mean}`);
  const alone = world({ latencySeconds: 1, jitterSeconds: 4 }).bitcoin;
  assert.equal(
    alone.arrival(0, a, b1),
    world({ latencySeconds: 1, jitterSeconds: 4 }).bitcoin.arrival(0, a, b1),
  );
});

test("a partition holds back what crosses it until it ends, and nothing else", () => {
  const { bitcoin } = world({
    latencySeconds: 1,
    partitions: [{ fromHours: 1, toHours: 2, groups: [["a"], ["b", "observer"]] }],
  });
  assert.equal(bitcoin.arrival(3_599, a, b1), 3_600);
  assert.equal(bitcoin.arrival(3_600, a, b1), 7_201);
  assert.equal(bitcoin.arrival(3_700, b1, b3), 3_701);
  assert.equal(bitcoin.arrival(3_700, b1, observer), 3_701);
  assert.equal(bitcoin.arrival(3_700, a, c), 3_701, "who is not named belongs to the first group");
  assert.equal(bitcoin.arrival(7_200, a, b1), 7_201);
});

test("partitions that follow on each other hold back until the last one ends", () => {
  const cut = (fromHours: number, toHours: number) => ({
    fromHours,
    toHours,
    groups: [["a"], ["b"]],
  });
  const { bitcoin } = world({ partitions: [cut(2, 3), cut(1, 2)] });
  assert.equal(bitcoin.arrival(4_000, a, b1), 3 * 3_600);
});

test("a block departs at the first time at which no partition separates the two nodes", () => {
  const hour = fc.integer({ min: 0, max: 12 });
  const partition = fc
    .tuple(hour, fc.integer({ min: 1, max: 4 }), fc.boolean())
    .map(([fromHours, hours, isApart]) => ({
      fromHours,
      toHours: fromHours + hours,
      groups: isApart ? [["a"], ["b"]] : [["a", "b"], ["c"]],
    }));
  fc.assert(
    fc.property(fc.array(partition, { maxLength: 8 }), hour, (partitions, sent) => {
      const { bitcoin } = world({ partitions });
      const isApartAt = (at: number) =>
        partitions.some(
          ({ fromHours, toHours, groups: [first = []] }) =>
            at >= fromHours && at < toHours && !first.includes("b"),
        );
      let at = sent;
      while (isApartAt(at)) at++;
      assert.equal(bitcoin.arrival(3_600 * sent, a, b1), 3_600 * at);
    }),
  );
});
