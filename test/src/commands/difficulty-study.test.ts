/** Tests that the study of the difficulty's equilibrium is reproducible. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { fewOrMany } from "../support/extent.js";
import { runHere } from "../support/local-node.js";

it("rows of the study's table are reproduced to the last digit", async () => {
  const scenarios = ["at-once", "refresh-15"].slice(0, fewOrMany(1, 2));
  const { code, stdout, stderr } = await runHere(["study", "--check", "--json", ...scenarios]);
  assert.equal(code, 0, `${stdout}${stderr}`);
  const [first = "{}"] = stdout.split("\n");
  const { scenario, seed, blocks, isSame } = JSON.parse(first);
  assert.deepEqual([scenario, seed, isSame], ["at-once", 1, true]);
  assert.ok(blocks > 0);
});
