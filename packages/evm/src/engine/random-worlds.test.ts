/**
 * Compares the engine with the unpatched library on random worlds of contracts. The library takes
 * four times as long as the engine, and its results for the same worlds do not change: it runs them
 * only if a digest differs, and in the campaign
 * `engine`.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadStockLibrary } from "../stock/stock-library.js";
import { type Case, createCaseExecutor, digestOf, randomCase } from "../testing/engine-pair.js";
import { campaignSeeds, casesInTest, isCampaign } from "../testing/extent.js";
import { worldDigests, worldsEach } from "../testing/world-digests.js";

/** One of so many worlds is run again, with a state that must be loaded. */
const lateShare = 4;

const engine = createCaseExecutor(undefined);
const late = createCaseExecutor(undefined, true);

/** Returns the engine's outcome of the world, which is the same with a late state. */
async function outcomeOf(one: Case, seed: number): Promise<string> {
  const outcome = await engine.run(one);
  if (seed % lateShare === 0) assert.equal(await late.run(one), outcome, `late case ${seed}`);
  return outcome;
}

/**
 * Compares with the library.
 * @returns the number of worlds.
 * @throws {AssertionError} that shows the first world whose outcomes differ.
 */
async function compareWithLibrary(seeds: Iterable<number>): Promise<number> {
  const stock = await loadStockLibrary();
  const library = createCaseExecutor(stock.library);
  let cases = 0;
  for (const seed of seeds) {
    const one = randomCase(seed);
    const expected = await library.run(one);
    assert.equal(await outcomeOf(one, seed), expected, `case ${seed}`);
    cases++;
  }
  return cases;
}

function* seedsFrom(first: number, count: number): Generator<number> {
  for (let seed = first; seed < first + count; seed++) yield seed;
}

function assertFewFallbacks(cases: number): void {
  assert.ok(late.fallbacks <= cases / 100, "also those that wait for their state");
  assert.ok(engine.fallbacks <= cases / 100, "the engine ran almost all of them");
}

test("worlds of a campaign come to the same in the library", { skip: !isCampaign }, async (t) => {
  const cases = await compareWithLibrary(campaignSeeds());
  t.diagnostic(`${cases} worlds compared`);
  assertFewFallbacks(cases);
});

test("random worlds come to what the library made of them", { skip: isCampaign }, async () => {
  assert.equal(worldDigests.length * worldsEach, casesInTest);
  for (const [i, expected] of worldDigests.entries()) {
    const first = 1 + i * worldsEach;
    const outcomes: string[] = [];
    for (const seed of seedsFrom(first, worldsEach)) {
      outcomes.push(await outcomeOf(randomCase(seed), seed));
    }
    if (digestOf(outcomes) === expected) continue;
    await compareWithLibrary(seedsFrom(first, worldsEach));
    assert.fail(`the digest of the worlds from ${first} on is not of this library or generator`);
  }
  assertFewFallbacks(casesInTest);
});

/** Worlds whose outcomes in engine and library differed once. */
const formerDifferences = [75_581, 720_016_417];

test("worlds that came to something else once, and a few others, come to the same in the library", async () => {
  await compareWithLibrary([...formerDifferences, ...seedsFrom(1, worldsEach)]);
});
