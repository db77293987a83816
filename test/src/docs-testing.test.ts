/** The examples of docs/testing.md run as they stand, and what the page says of nodes holds. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { fileOf, snippetsOf } from "./support/guide.js";
import { installTool, type Tool } from "./support/processes/npm-tool.js";

const page = "testing.md";
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

describe("the guide to tests", () => {
  it("shows nothing that is not tried here", () => {
    const files = snippetsOf(page).flatMap(({ file }) => (file === undefined ? [] : [file]));
    assert.deepEqual(files, ["payments.test.mjs", "counter.test.js"]);
  });

  it("has an example that runs with node:test", () => {
    // Beside this file, where the packages it imports are found.
    const file = here(`./guide-${process.pid}.mjs`);
    writeFileSync(file, fileOf(page, "payments.test.mjs"));
    try {
      // A run within a run would report to the outer one.
      const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
      const { status, stdout } = spawnSync(process.execPath, ["--test", file], {
        encoding: "utf8",
        env,
      });
      assert.equal(status, 0, stdout);
      assert.match(stdout, /pass 2/);
    } finally {
      rmSync(file);
    }
  });
});

const vitest = await installTool("vitest@3.2.4");

describe("the guide to tests with vitest", {
  skip: typeof vitest === "string" ? vitest : false,
}, () => {
  const tool = vitest as Tool;
  after(() => tool.remove());

  it("has an example that runs", async () => {
    mkdirSync(tool.path("@tandem"));
    symlinkSync(here("../../apps/node"), tool.path("@tandem/node"));
    writeFileSync(join(tool.folder, "counter.test.js"), fileOf(page, "counter.test.js"));
    const printed = await tool.run("vitest", ["run", "--reporter=verbose"]);
    assert.match(printed, /2 passed/);
  });
});
