import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, it } from "node:test";
import { hasColour, paletteOf } from "./colour.js";
import type { Command } from "./command.js";
import { helpOf } from "./help.js";
import { manPage } from "./man-page.js";
import { integer, oneOf, toggle, value } from "./setting.js";
import { columns, fitted, twoColumns, wrapped } from "./wrap.js";

const terminal = { isTTY: true };

describe("colour", () => {
  it("is for terminals, unless the environment overrides it", () => {
    assert.equal(hasColour(terminal, {}), true);
    assert.equal(hasColour({}, {}), false);
    assert.equal(hasColour(terminal, { NO_COLOR: "1" }), false);
    assert.equal(hasColour(terminal, { NO_COLOR: "" }), true);
    assert.equal(hasColour(terminal, { NO_COLOR: "1", FORCE_COLOR: "1" }), false);
    assert.equal(hasColour({}, { FORCE_COLOR: "1" }), true);
    assert.equal(hasColour(terminal, { FORCE_COLOR: "0" }), false);
    assert.equal(hasColour(terminal, { TERM: "dumb" }), false);
  });

  it("begins and ends around the text", () => {
    assert.equal(paletteOf(true).red("no"), "\u001b[31mno\u001b[39m");
    assert.equal(paletteOf(false).red("no"), "no");
  });
});

it("text is wrapped at words, and continuation lines keep the indentation", () => {
  assert.deepEqual(wrapped("one two three", 7), ["one two", "three"]);
  assert.deepEqual(wrapped("indivisible", 3), ["indivisible"]);
  assert.equal(fitted("short\n  kept"), "short\n  kept");
  assert.equal(fitted("one\ntwo\n  three\nfour\n\nfive"), "one two\n  three\nfour\n\nfive");
  const long = `  ${"word ".repeat(30).trim()}`;
  for (const line of fitted(long).split("\n")) {
    assert.ok(line.length <= columns && line.startsWith("  word"), line);
  }
  assert.equal(twoColumns([["a", "b"]], 4), "  a   b\n");
  assert.equal(twoColumns([["abcdef", "b"]], 4), "  abcdef\n      b\n");
});

const command: Command = {
  name: "prog make",
  operands: ["FILE"],
  about:
    "Makes things of all kinds, in a sentence that is longer than a line of a terminal may be.",
  options: {
    port: value(integer(0, 65_535), 8545, "N", "where it listens"),
    mode: value(
      oneOf("automatic", "manual", "neither"),
      "automatic",
      "automatic|manual|neither",
      "how it works, in more words than would fit beside the flag on one line",
    ),
    "no-fuss": toggle("say less"),
  },
  groups: [{ title: "How", example: "prog make --mode manual", names: ["mode"] }],
  notes: `'It is said' ${"for very long ".repeat(12)}that all is told:\n  prog make  --port 1\n.and so on`,
  run: () => 0,
};

it("help fits into 80 columns", () => {
  const help = helpOf(command);
  for (const line of help.split("\n")) assert.ok(line.length <= columns, line);
  assert.match(help, /^How, such as\n {2}prog make --mode manual\n {2}--mode automatic/m);
  assert.match(help, /^ {2}-h, --help +show this text$/m);
});

it("an older Node ends with a message", () => {
  const bundle = new URL("../bin/bundle.js", import.meta.url).href;
  const code = `Object.defineProperty(process.versions, "node", { value: "18.20.4" });
    import(process.argv[1]).then(({ loadApp }) => loadApp("apps/node"));`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", code, bundle],
    {
      encoding: "utf8",
    },
  );
  assert.equal(stderr, "Node 20 or later is needed, this is 18.20.4\n");
  assert.equal(status, 1);
});

const hasGroff = spawnSync("groff", ["--version"]).error === undefined;

it("the manual page is read by groff without a warning", {
  skip: hasGroff ? false : "groff is not installed",
}, () => {
  const page = manPage({
    program: "prog",
    version: "1.2.3",
    summary: "makes things",
    description: "Makes things.",
    commands: [command],
    environmentPrefix: "PROG_",
  });
  const { stdout, stderr, status } = spawnSync("groff", ["-man", "-Tascii", "-ww", "-P-cbou"], {
    input: page,
    encoding: "utf8",
  });
  assert.equal(status, 0);
  assert.equal(stderr, "");
  assert.match(stdout, /--port N[\s\S]*'It +is +said'[\s\S]*\.and so on[\s\S]*EXIT STATUS/);
  for (const line of stdout.split("\n")) assert.ok(line.length <= columns, line);
  assert.match(stdout, /^ +prog make {2}--port 1\n[\s\S]*^ +\.and so on$/m);
});
