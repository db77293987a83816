import assert from "node:assert/strict";
import { test } from "node:test";
import { runScenario } from "../run-scenario.js";
import { isUniform, parseScenario } from "../scenario/scenario.js";
import { fewOrMany } from "../testing/extent.js";

const blocks = fewOrMany(5_000, 20_000);

/** Runs the same world twice: with one event per block, and with one per block and node. */
async function bothWays(changes: object) {
  const file = (network: object) =>
    parseScenario({
      about: "Two ways to the same views.",
      stop: { bitcoinBlocks: blocks },
      bitcoin: { blockSeconds: 60 },
      pools: [{ name: "many", share: 1, count: 8 }],
      ...changes,
      network: { ...(changes as { network?: object }).network, ...network },
    });
  const uniform = file({});
  // A link from the observer to itself carries nothing; it only selects the other kind of views.
  const placed = file({ links: [{ between: ["observer", "observer"], latencySeconds: 0 }] });
  assert.ok(isUniform(uniform) && !isUniform(placed));
  return [await runScenario(uniform), await runScenario(placed)] as const;
}

const selfish = (gamma: number) => [
  { name: "thief", share: 0.35, strategy: { kind: "selfish", gamma } },
  { name: "many", share: 0.65, count: 4 },
];
const spender = [
  { name: "spender", share: 0.3, strategy: { kind: "double-spend", giveUpDeficit: 8 } },
  { name: "many", share: 0.7, count: 4 },
];
const worlds: readonly (readonly [string, object])[] = [
  ["no latency", {}],
  ["some latency", { network: { latencySeconds: 10 } }],
  ["a latency longer than a block", { network: { latencySeconds: 100 } }],
  ["steady difficulty", { network: { latencySeconds: 10 }, bitcoin: { isRetargeting: false } }],
  ["a selfish pool nobody believes", { pools: selfish(0), bitcoin: { isRetargeting: false } }],
  ["a selfish pool half believe", { pools: selfish(0.5), bitcoin: { isRetargeting: false } }],
  ["a selfish pool and latency", { pools: selfish(0.5), network: { latencySeconds: 5 } }],
  ["a double-spender", { pools: spender }],
  ["a double-spender and latency", { pools: spender, network: { latencySeconds: 5 } }],
];
for (const [name, changes] of worlds) {
  test(`one event a block gives the very results of one a block and node: ${name}`, async () => {
    const [uniform, placed] = await bothWays(changes);
    assert.deepEqual(uniform.bitcoin, placed.bitcoin);
    assert.deepEqual(uniform.pools, placed.pools);
    assert.deepEqual(uniform.attacks, placed.attacks);
    assert.equal(uniform.bitcoin.mined, blocks);
  });
}
