/** The engine does what the unpatched library does on random worlds of contracts; many more in the campaign `engine`. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { loadStockLibrary } from "../stock/stock-library.js";
import { createCaseExecutor, randomCase } from "../testing/engine-pair.js";
import { casesWanted, firstSeed } from "../testing/extent.js";

/** One of so many worlds is run once more, with a state that has to be loaded. */
const lateShare = 4;

const stock = await loadStockLibrary();
after(() => stock.dispose());

test("random worlds of contracts that call each other come to the same", async () => {
  const engine = createCaseExecutor(undefined);
  const late = createCaseExecutor(undefined, true);
  const library = createCaseExecutor(stock.library);
  for (let seed = firstSeed; seed < firstSeed + casesWanted; seed++) {
    const one = randomCase(seed);
    const expected = await library.run(one);
    assert.equal(await engine.run(one), expected, `case ${seed}`);
    if (seed % lateShare === 0) assert.equal(await late.run(one), expected, `late case ${seed}`);
  }
  assert.ok(late.fallbacks <= casesWanted / 100, "also those that wait for their state");
  assert.ok(engine.fallbacks <= casesWanted / 100, "the engine ran almost all of them");
});
