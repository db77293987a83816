import assert from "node:assert/strict";
import { test } from "node:test";
import { commandNames, loadCommand } from "./table.js";

/** Commands whose output is text of their own form. */
const texts = ["completion", "schema", "man", "help"];

test("every command that prints facts can print them as JSON", async () => {
  const lacking: string[] = [];
  for (const name of commandNames) {
    const { options } = await loadCommand(name);
    if (options.json === undefined) lacking.push(name);
  }
  assert.deepEqual(lacking.sort(), [...texts].sort());
});
