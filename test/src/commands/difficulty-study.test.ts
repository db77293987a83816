/** Tests that the study of the difficulty's equilibrium is reproducible. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text as readText } from "node:stream/consumers";
import { it } from "node:test";
import { fewOrMany } from "../support/extent.js";
import { runHere } from "../support/local-node.js";
import { executable } from "../support/node-process.js";

it("rows of the study's table are reproduced to the last digit", async () => {
  const scenarios = ["at-once", "refresh-15"].slice(0, fewOrMany(1, 2));
  const { code, stdout, stderr } = await runHere(["study", "--check", "--json", ...scenarios]);
  assert.equal(code, 0, `${stdout}${stderr}`);
  const [first = "{}"] = stdout.split("\n");
  const { scenario, seed, blocks, isSame } = JSON.parse(first);
  assert.deepEqual([scenario, seed, isSame], ["at-once", 1, true]);
  assert.ok(blocks > 0);
});

it("refuses a table that it cannot write, or that is another file, before it runs anything", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-study-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const other = join(folder, "notes.csv");
  writeFileSync(other, "mine,and,dear\n");
  for (const [table, reason] of [
    [join(folder, "none", "table.csv"), /cannot be written: there is no such file or folder/],
    [other, /notes\.csv is not a table of the study: its columns are others/],
  ] as const) {
    const { code, stdout, stderr } = await runHere(["study", "at-once", "--table", table]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, reason);
  }
  assert.equal(readFileSync(other, "utf8"), "mine,and,dear\n");
  const none = join(folder, "none.csv");
  const checked = await runHere(["study", "at-once", "--check", "--table", none]);
  assert.deepEqual([checked.code, checked.stdout], [2, ""]);
  assert.match(checked.stderr, /none\.csv cannot be read: there is no such file/);
});

it("prints its table, and changes the one that comes with the program only where that is named", async (t) => {
  const own = new URL("../../../docs/difficulty-study.csv", import.meta.url);
  const identity = () => statSync(own).ino;
  const before = identity();
  const [head] = readFileSync(own, "utf8").split("\n", 1);
  const folder = mkdtempSync(join(tmpdir(), "tandem-study-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const table = join(folder, "table.csv");
  for (const flags of [[], ["--table", table]].slice(0, fewOrMany(1, 2))) {
    const child = spawn(process.execPath, [executable, "study", "at-once", ...flags], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = Promise.all([once(child, "exit"), readText(child.stderr)]);
    // The first row shows it. The signal ends the run of the next one.
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (lines.length === 2) child.kill();
    }
    const [[code], stderr] = await ended;
    assert.deepEqual([code, stderr], [130, "tandem: study: stopped before the end\n"]);
    assert.equal(lines[0], head);
    assert.match(lines[1] ?? "", /^at-once,1,\d+,/);
    assert.equal(identity(), before);
    assert.deepEqual(readdirSync(folder), flags.length === 0 ? [] : ["table.csv"]);
  }
});
