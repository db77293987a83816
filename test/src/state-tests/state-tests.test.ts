/**
 * Runs our own cases in the form of Ethereum's state tests: `npm run campaign -- state-tests DIR`
 * runs others.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { runCampaign } from "../campaign/command.js";
import { fewOrMany } from "../support/extent.js";
import { casesOf, filesBelow } from "./format.js";
import { fileOf, ownFiles } from "./own/all-cases.js";
import { createProductionRunner } from "./production.js";
import { skipReason } from "./skips.js";
import { createInspectingRunner } from "./stock.js";
import { loadUnpatchedLibrary } from "./unpatched-library.js";
import { problemsOf } from "./verdict.js";

const folder = fileURLToPath(new URL("../../vectors/state-tests/", import.meta.url));

describe("state tests of our own", () => {
  for (const [name, own] of Object.entries(ownFiles)) {
    for (const [by, usesEngine] of [
      ["the engine", true],
      ["the patched library", false],
    ] as const) {
      it(`${own.length} cases of ${name} have the stated results in ${by}`, async () => {
        const runner = createProductionRunner(usesEngine);
        const cases = casesOf(`${folder}${name}`, name);
        assert.ok(cases.length > own.length);
        for (const test of cases) {
          assert.equal(skipReason(test), undefined);
          assert.deepEqual(problemsOf(test, await runner(test)), [], test.name);
        }
      });
    }
  }

  it("are the results of the unpatched library, which agree with the values computed by hand", async () => {
    const library = await loadUnpatchedLibrary();
    for (const [name, cases] of Object.entries(ownFiles).slice(0, fewOrMany(3, 6))) {
      const text = await fileOf(cases, createInspectingRunner(library));
      assert.equal(text, readFileSync(`${folder}${name}`, "utf8"), name);
    }
  });

  it("are more than a hundred, with unique names", () => {
    assert.deepEqual(
      filesBelow(folder).map((file) => file.slice(folder.length)),
      Object.keys(ownFiles),
    );
    const names = Object.values(ownFiles).flatMap((cases) => cases.map(({ name }) => name));
    assert.ok(names.length >= 100);
    assert.equal(new Set(names).size, names.length);
  });
});

describe("the campaign", () => {
  it("passes if all cases do, and prints its usage otherwise", async () => {
    const run = (args: readonly string[]) => runCampaign(["state-tests", ...args]);
    assert.equal(await run([`${folder}storage.json`, "--fork", "Osaka"]), 0);
    for (const wrong of [[], ["--stock"], [folder, folder], [folder, "--colour"], ["/nowhere"]]) {
      assert.equal(await run(wrong), 2, wrong.join(" "));
    }
    assert.equal(await run([folder, "--only", "no such case"]), 1, "nothing was checked");
  });

  it("fails if a case has another result", async () => {
    const [test] = casesOf(`${folder}storage.json`, "storage");
    assert.ok(test);
    const runner = createProductionRunner();
    const wrong = { ...test, post: { ...test.post, hash: `0x${"11".repeat(32)}` } };
    assert.match(problemsOf(wrong, await runner(wrong)).join(), /^state root 0x.* instead of 0x11/);
    const refused = { ...test, post: { ...test.post, expectException: "any" } };
    assert.match(problemsOf(refused, await runner(refused)).join(), /not refused for any/);
  });
});
