import assert from "node:assert/strict";
import { test } from "node:test";
import { commands } from "./table.js";

/** Commands whose output is text of their own form. */
const texts = ["completion", "schema", "man", "help"];

test("every command that prints facts can print them as JSON", async () => {
  const lacking: string[] = [];
  for (const name of commands.names) {
    const { options } = await commands.load(name);
    if (options.json === undefined) lacking.push(name);
  }
  assert.deepEqual(lacking.sort(), [...texts].sort());
});

test("the help of every command that asks a node names the exit code if none answers", async () => {
  const lacking: string[] = [];
  for (const name of commands.names) {
    const { options, notes = "" } = await commands.load(name);
    const namesCodes = notes.includes("Exit code");
    if (options.url && namesCodes && !notes.includes("3 no node answers")) lacking.push(name);
  }
  // A miner waits for its node.
  assert.deepEqual(lacking, ["miner"]);
});
