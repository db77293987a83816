import assert from "node:assert/strict";
import { it } from "node:test";
import { printable, printableJson, printableLines } from "@tandem/cli";
import fc from "fast-check";
import { createLogger, type LoggerOptions } from "./logger.js";

/**
 * Characters with an effect on a terminal: C0 with escape, DEL, C1 with the one-byte CSI, direction
 * marks.
 */
const hostile = [
  "\u001b[2J\u001b[1;31mREADY",
  "line\nforged 12:00:00.000 info block  number=9\r",
  "\u009b31m red",
  "\u007f\b\b",
  "a\u202egnp.exe",
  "\u2066isolated\u2069 \u200f\u061c\u200b\ufeff",
  "separators \u2028 and \u2029",
  "half \ud800 of a pair",
  "\u{e0041} a tag",
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const acted = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** The unit `binary` of fast-check lists all characters first, which takes half a second. */
const anyText = fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) });

it("escapes characters with an effect on a terminal, and leaves other text unchanged", () => {
  assert.equal(printable("\u001b[2J"), "\\u001b[2J");
  assert.equal(printable("a\nb\r\tc"), "a\\nb\\r\\tc");
  assert.equal(printable("\u202egnp"), "\\u202egnp");
  assert.equal(printable("Grüße, 你好 🙂 %s \\"), "Grüße, 你好 🙂 %s \\");
  for (const text of hostile) assert.doesNotMatch(printable(text), acted);
  fc.assert(fc.property(anyText, (text) => !acted.test(printable(text))));
});

it("keeps the lines of a stack separate, and indents those after the first", () => {
  assert.equal(printableLines("Error: a\n  at b\u001b[1m"), "Error: a\n  at b\\u001b[1m");
  assert.equal(printableLines("a\ntandem: forged"), "a\n  tandem: forged");
});

it("does not change the value of JSON", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const json = printableJson(JSON.stringify({ text }));
      assert.doesNotMatch(json, acted);
      assert.deepEqual(JSON.parse(json), { text });
    }),
  );
});

function written(format: LoggerOptions["format"]) {
  const lines: string[] = [];
  const logger = createLogger({ format, level: "debug", write: (line) => lines.push(line) });
  return { lines, logger };
}

for (const format of ["pretty", "json"] as const) {
  it(`is applied to every field of a line that is ${format}`, () => {
    for (const text of hostile) {
      const { lines, logger } = written(format);
      logger.info({ reverted: text }, "call");
      logger.info({ line: text }, "console.log");
      logger.info({ nested: { text } }, "anything");
      logger.error({ method: text }, `a message with ${text}`);
      assert.equal(lines.length, 4);
      for (const line of lines) assert.doesNotMatch(line.slice(0, -1), acted);
    }
  });
}

it("loses nothing of a line of JSON", () => {
  const { lines, logger } = written("json");
  logger.info({ reverted: hostile[0] }, "call");
  assert.equal(JSON.parse(lines[0] ?? "").reverted, hostile[0]);
});
