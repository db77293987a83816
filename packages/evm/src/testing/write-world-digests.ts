/** Writes the digests of `world-digests.ts`, computed by the unpatched library. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadStockLibrary } from "../stock/stock-library.js";
import { createCaseExecutor, digestOf, randomCase } from "./engine-pair.js";
import { casesInTest } from "./extent.js";
import { worldsEach } from "./world-digests.js";

const source = fileURLToPath(new URL("../../src/testing/world-digests.ts", import.meta.url));
const stock = await loadStockLibrary();
const library = createCaseExecutor(stock.library);
const digests: string[] = [];
for (let first = 1; first <= casesInTest; first += worldsEach) {
  const outcomes: string[] = [];
  for (let seed = first; seed < first + worldsEach; seed++) {
    outcomes.push(await library.run(randomCase(seed)));
  }
  digests.push(digestOf(outcomes));
}
const list = digests.map((digest) => `  "${digest}",\n`).join("");
const text = readFileSync(source, "utf8");
writeFileSync(source, text.replace(/= \[[^\]]*\];/, `= [\n${list}];`));
