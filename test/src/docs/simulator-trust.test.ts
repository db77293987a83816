/**
 * Tests the table of docs/simulator-trust.md: the simulator reproduces its figures, and the page
 * describes them correctly.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { it } from "node:test";
import { documentPath, documentText } from "../support/documents/markdown.js";
import { fewOrMany } from "../support/extent.js";

it("figures of the table are reproduced to the last digit", () => {
  const few = ["--seeds", "1", "selfish-35-0.5", "double-spend-rosenfeld-6", "stale-ring-20"];
  const args = [
    documentPath("scripts/simulator-trust.mjs"),
    "--check",
    ...few.slice(0, fewOrMany(5, 0)),
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(status, 0, `${stdout}${stderr}`);
});

it("all published figures but one are in their intervals, as the page says", () => {
  const rows = documentText("docs/simulator-trust.md").match(/^\|.*\.test\.ts\) \|$/gm) ?? [];
  assert.ok(rows.length >= 15);
  const off = rows.filter((row) => !row.includes("| inside |"));
  assert.equal(off.length, 1);
  assert.match(off[0] ?? "", /^\| 10 miners, 24 s a block, 5 s of delay/);
});
