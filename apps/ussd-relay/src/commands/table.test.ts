import assert from "node:assert/strict";
import { test } from "node:test";
import { commands, helpText } from "./table.js";

/** Commands whose output is text of their own form. */
const texts = ["completion", "man", "help"];

test("every command that prints facts can print them as JSON", () => {
  const lacking = commands.filter(({ options }) => options.json === undefined);
  assert.deepEqual(
    lacking.map(({ name }) => name),
    texts.map((name) => `tandem-relay ${name}`),
  );
});

test("the help fits into 80 columns", () => {
  const wide = helpText()
    .split("\n")
    .filter((line) => line.length > 80);
  assert.deepEqual(wide, []);
});
