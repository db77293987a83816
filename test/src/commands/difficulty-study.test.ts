/** Tests that the study of the difficulty's equilibrium is reproducible. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { fewOrMany } from "../support/extent.js";

const tandem = fileURLToPath(new URL("../../../apps/node/bin/tandem.js", import.meta.url));

it("rows of the study's table are reproduced to the last digit", () => {
  const scenarios = ["at-once", "refresh-15"].slice(0, fewOrMany(1, 2));
  const args = [tandem, "study", "--check", "--json", ...scenarios];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(status, 0, `${stdout}${stderr}`);
  const [first = "{}"] = stdout.split("\n");
  const { scenario, seed, blocks, isSame } = JSON.parse(first);
  assert.deepEqual([scenario, seed, isSame], ["at-once", 1, true]);
  assert.ok(blocks > 0);
});
