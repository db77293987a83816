/**
 * The inputs of one watched account, which the engine alone records then, equal those that the
 * unpatched library reports.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadStockLibrary } from "../stock/stock-library.js";
import { createCaseExecutor, randomCase } from "../testing/engine-pair.js";

const cases = 200;
/** Contracts of the worlds, a precompiled contract, and an account without code. */
const watchedOnes = [0xa00n, 0xa01n, 0xa02n, 0xa03n, 4n, 0xb01n];

test("the inputs of a watched account are those of the library, in order", async () => {
  const stock = await loadStockLibrary();
  const [engine, library] = [createCaseExecutor(undefined), createCaseExecutor(stock.library)];
  const found = new Set<bigint>();
  let most = 0;
  for (let seed = 0; seed < cases; seed++) {
    const watched = watchedOnes[seed % watchedOnes.length] as bigint;
    const one = { ...randomCase(seed), watched };
    const outcome = await engine.run(one);
    assert.equal(outcome, await library.run(one), `case ${seed}`);
    const { inputs } = JSON.parse(outcome) as { readonly inputs: readonly string[] };
    if (inputs.length > 0) found.add(watched);
    most = Math.max(most, inputs.length);
  }
  assert.ok(found.size >= 4, `only ${[...found]} were called`);
  assert.ok(most > 1);
});
