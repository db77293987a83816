/** Checks that blocks are settled only when no node can build beside them any more. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { keccakCompiled } from "@tandem/primitives";
import fc from "fast-check";
import { parseScenario, type Scenario } from "../scenario/scenario.js";
import { fewOrMany, seedOffset } from "../testing/extent.js";
import { collectResults } from "./collect-results.js";
import { World } from "./world.js";

before(() => keccakCompiled);

/** Runs a scenario, and calls `afterEvent` after each event. */
function resultsOf(scenario: Scenario, afterEvent: (world: World) => void = () => {}) {
  const world = new World(scenario);
  for (;;) {
    const stoppedBy = world.advance(1);
    if (stoppedBy !== undefined) return collectResults(world, stoppedBy);
    afterEvent(world);
  }
}

function settle({ parts: { ledger, child } }: World): void {
  ledger.settle();
  child?.headers.prune();
  child?.settle();
}

const names = ["a", "b", "c", "observer"];
const pairs = names.flatMap((left, i) => names.slice(i + 1).map((right) => [left, right]));
const arbitraryScenario = fc
  .record({
    seed: fc.nat({ max: 1_000_000 }),
    latencies: fc.array(fc.constantFrom(0, 1, 20, 400, 2_000), {
      minLength: pairs.length,
      maxLength: pairs.length,
    }),
    jitterSeconds: fc.constantFrom(0, 500),
    child: fc.record({ listsUncles: fc.boolean(), timestamps: fc.constant("found") }),
    work: fc.record({
      pollSeconds: fc.constantFrom(0, 60, 1_000),
      refreshSeconds: fc.constantFrom(0, 30),
      notify: fc.constantFrom(0, 2),
    }),
  })
  .map(({ latencies, jitterSeconds, work, ...file }) =>
    parseScenario({
      ...file,
      about: "Pools with links of very different latencies.",
      stop: { hours: 2 },
      bitcoin: { blockSeconds: 60 },
      network: {
        jitterSeconds,
        links: pairs.map((between, i) => ({ between, latencySeconds: latencies[i] })),
      },
      pools: names.slice(0, -1).map((name) => ({ name, share: 1 / 3, work })),
    }),
  );

test("blocks that are settled after every event are the same as those settled now and then", () => {
  fc.assert(
    fc.property(arbitraryScenario, (scenario) => {
      assert.deepEqual(resultsOf(scenario, settle), resultsOf(scenario));
    }),
    { seed: 1 + (seedOffset ?? 0), numRuns: fewOrMany(20, 200) },
  );
});
