/**
 * Tests that the files of one process are suites of their own, in the given order, whatever they
 * wait for while they are loaded.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { pathToFileURL } from "node:url";

const runner = new URL("../../../../scripts/test-suites.mjs", import.meta.url).href;

/**
 * Returns a file whose hooks and tests print lines, and which waits for a module that others wait
 * for too.
 */
const fileOf = (name: string) => `
  import "./shared.mjs";
  import { after, before, describe, it } from "node:test";
  await Promise.resolve();
  const say = (what) => () => process._rawDebug(what + " ${name}");
  before(say("before"));
  after(say("after"));
  it("first", say("test"));
  describe("inner", () => {
    before(say("inner before"));
    it("second", say("inner test"));
  });
`;

it("runs the hooks of a file around its tests, and those of the next file after them", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-suites-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "shared.mjs"), "await new Promise(setImmediate);");
  const files = ["one", "two", "three"].map((name) => {
    const path = join(folder, `${name}.mjs`);
    writeFileSync(path, fileOf(name));
    return { name, url: pathToFileURL(path).href };
  });
  const lost = { name: "lost", url: pathToFileURL(join(folder, "lost.mjs")).href };
  const entry = join(folder, "entry.mjs");
  const all = JSON.stringify([...files, lost]);
  writeFileSync(
    entry,
    `import { runSuites } from ${JSON.stringify(runner)};\nawait runSuites(${all});`,
  );
  // A child process of a test run would report in another form.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stderr, stdout } = spawnSync(process.execPath, [entry], {
    env,
    encoding: "utf8",
  });
  const expected = files.flatMap(({ name }) =>
    ["before", "test", "inner before", "inner test", "after"].map((what) => `${what} ${name}`),
  );
  assert.deepEqual(stderr.trim().split("\n"), expected);
  assert.equal(status, 1, "a file that cannot be loaded fails");
  assert.match(stdout, /Cannot find module '.*lost\.mjs'/);
});
