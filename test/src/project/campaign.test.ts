/** Tests the command line of the campaigns. Their checks have their own tests. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { campaigns } from "../campaign/catalogue.js";
import { runCampaign } from "../campaign/command.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const { testFilesOf } = (await import(
  new URL("../../../scripts/test-entries.mjs", import.meta.url).href
)) as { testFilesOf(root: string): readonly string[] };

/** Runs a campaign in this process. @returns its last line and its complaints. */
async function run(...args: string[]) {
  const printed = { stdout: "", stderr: "" };
  const code = await runCampaign(args, {
    print: (text) => {
      printed.stdout += text;
    },
    complain: (text) => {
      printed.stderr += text;
    },
  });
  return { code, ...printed };
}

describe("npm run campaign", () => {
  it("lists the campaigns and their options without a name", async () => {
    const { code, stderr } = await run();
    assert.equal(code, 2);
    for (const name of Object.keys(campaigns))
      assert.match(stderr, new RegExp(`^ {2}${name} `, "m"));
    for (const option of ["rounds", "seconds", "seed"]) assert.ok(stderr.includes(`--${option} `));
    assert.match(stderr, /\(all files\)/);
  });

  it("runs test files that exist", () => {
    const named = Object.values(campaigns).flatMap(({ files = [] }) => files);
    assert.ok(named.length > 0);
    const absent = named.filter((file) => !existsSync(join(root, file)));
    assert.deepEqual(absent, []);
  });

  it("runs every test file that has a larger extent than in npm test", () => {
    const extents = /\b(fewOrMany|roundsOr|casesInTest|endOfRounds)\(/;
    const larger = testFilesOf(root).filter((file) =>
      extents.test(readFileSync(join(root, file), "utf8")),
    );
    assert.ok(larger.length > 0);
    const run = new Set(Object.values(campaigns).flatMap(({ files = [] }) => files));
    assert.deepEqual(
      larger.filter((file) => !run.has(file)),
      [],
    );
  });

  it("refuses unknown options, and invalid lengths", async () => {
    const wrong = [
      ["kill", "--fast"],
      ["kill", "here"],
      ["damages", "--rounds", "0"],
      ["damages", "--rounds", "2", "--seconds", "2"],
    ];
    for (const args of wrong) assert.equal((await run(...args)).code, 2, args.join(" "));
  });

  it("reports in its last line the number of rounds, the seed, and the result", async () => {
    const { code, stdout } = await run(
      "simulations",
      "--rounds",
      "1",
      "--seed",
      "5",
      "--only",
      "bitcoin/views",
    );
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^simulations: 1 rounds, 0 failed; seed 5, \d+ s\n$/);
  });

  it("fails if nothing was checked", async () => {
    assert.equal(await runCampaign(["attacks", "--only", "^no such attack$"]), 1);
    assert.equal(await runCampaign(["simulations", "--only", "no such file"]), 1);
  });
});
