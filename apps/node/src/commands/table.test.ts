import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { execute, UsageError } from "@tandem/cli";
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

test("--json is a truth value for every command", async () => {
  const output = new PassThrough();
  for (const name of commands.names) {
    const command = await commands.load(name);
    if (command.options.json === undefined) continue;
    const operands = (command.operands ?? []).map(() => "none");
    await assert.rejects(
      execute(command, [...operands, "--json=maybe"], { output }),
      (error) => error instanceof UsageError && /^--json: expected true or/.test(error.message),
      name,
    );
  }
  await execute(await commands.load("version"), ["--json=false"], { output });
  await execute(await commands.load("run"), ["--print-config", "--json=false"], { output });
  output.end();
  assert.match(await text(output), /^\d+\.\d+\.\d+\nhost +"/);
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
