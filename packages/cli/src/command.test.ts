import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { describe, it, test } from "node:test";
import type { Command } from "./command.js";
import { execute, parseCommand } from "./execute.js";
import { readFlags } from "./resolve.js";
import { address, integer, list, maybe, oneOf, path, text, toggle, value } from "./setting.js";
import { UsageError } from "./usage-error.js";

const options = {
  port: value(integer(0, 65_535), 8545, "N", "where it listens"),
  mode: value(oneOf("auto", "manual"), "auto", "auto|manual", "how it works"),
  key: list(text, "KEY", "a key"),
  "no-fuss": toggle("say less"),
  secret: { ...value(maybe(text), undefined, "TEXT", "not told"), isOffCommandLine: true },
};

const command: Command = {
  name: "prog make",
  operands: ["FILE", "[NAME...]"],
  about: "Makes things.",
  options,
  synonyms: { dial: "--port N", "dial-tone": "--port N" },
  elsewhere: (name) => `PROG_${name.toUpperCase()}`,
  notes: "That is all.",
  run: ({ given }) => readFlags(options, given).port,
};
const bare: Command = { ...command, name: "prog bare", operands: [] };

const refused = (args: readonly string[], message: RegExp, of = command) =>
  assert.throws(
    () => readFlags(options, parseCommand(of, args).given),
    (error) => error instanceof UsageError && message.test(error.message),
    args.join(" "),
  );

describe("a command line", () => {
  it("is split into operands and flags in any order, and flags into their values", () => {
    const { operands, given } = parseCommand(command, [
      ...["a.txt", "--port", "017", "--key=one", "one", "--no-fuss", "--key", "--two"],
      ...["two", "--mode=manual", "--", "--three"],
    ]);
    assert.deepEqual(operands, ["a.txt", "one", "two", "--three"]);
    assert.deepEqual(readFlags(options, given), {
      port: 17,
      mode: "manual",
      key: ["one", "--two"],
      "no-fuss": true,
      secret: undefined,
    });
    const { given: off } = parseCommand(command, ["--no-fuss=false", "a.txt"]);
    assert.equal(readFlags(options, off)["no-fuss"], false);
    assert.equal(readFlags(options, {}).port, 8545);
  });

  it("is refused if it was no UTF-8, of which Node makes another name", () => {
    refused(["caf\ufffd"], /^the argument caf\ufffd is not UTF-8: .*symbolic link/);
    refused(["a", "--key=\ufffd"], /^the argument --key=\ufffd is not UTF-8/);
    assert.equal(path.safeParse("caf\u00e9").success, true);
    assert.equal(path.safeParse("caf\ufffd").success, false);
  });

  it("is refused with a sentence and the nearest valid name if it is wrong", () => {
    refused(
      ["a", "--prot", "1"],
      /^unknown flag --prot \(did you mean --port\?\); prog make --help lists/,
    );
    refused(["a", "--dial", "1"], /^unknown flag --dial: type --port N$/);
    refused(["a", "--fuss"], /^unknown flag --fuss \(did you mean --no-fuss\?\)/);
    for (const letter of ["-p", "-m", "-k"]) {
      refused(["a", letter], new RegExp(`^unknown flag ${letter}; prog make --help`));
    }
    refused(["a", "--dialTone", "1"], /^unknown flag --dialTone: type --port N$/);
    refused(["a", "--noFuss"], /^unknown flag --noFuss \(did you mean --no-fuss\?\)/);
    refused(["a", "--kye", "b"], /^unknown flag --kye \(did you mean --key\?\)/);
    refused(["a", "--sky"], /^unknown flag --sky; prog make --help/);
    refused(["a", "--port"], /^--port needs a value: --port N$/);
    for (const flag of ["--no-fuss", "--mode=auto", "--port", "--help", "-h"]) {
      refused(
        ["a", "--key", flag],
        new RegExp(`^--key needs a value, and ${flag} is a flag: .* --key=${flag}$`),
      );
    }
    refused(["--key", "--", "a"], /^--key needs a value, and -- ends the flags: .* --key=--$/);
    refused(["a", "--port", "1", "--port=2"], /^--port is given twice$/);
    refused(["a", "--no-fuss", "--no-fuss"], /^--no-fuss is given twice$/);
    refused(["a", "--no-fuss=maybe"], /^--no-fuss: expected true or false, got "maybe"$/);
    refused(["a", "--port", "1.5"], /^--port: expected an integer from 0 to 65535, got "1.5"$/);
    refused(
      ["a", "--mode", "atuo"],
      /expected one of auto, manual, got "atuo" \(did you mean auto/,
    );
    refused(["a", "--secret", "hidden"], /everybody on this machine .*; use PROG_SECRET$/);
    refused([], /^FILE is missing; usage: prog make FILE \[NAME\.\.\.\] \[--port N\]/);
    refused(["a"], /^unexpected argument a; usage: prog bare/, bare);
  });

  it("has a flag as a value behind =, and behind -- as an operand", () => {
    const { operands, given } = parseCommand(command, ["--key=--no-fuss", "--", "--key", "--port"]);
    assert.deepEqual(operands, ["--key", "--port"]);
    assert.deepEqual(given, { key: ["--no-fuss"] });
    const off = parseCommand(command, ["a", "--no-fuss=false", "b", "--", "--key", "--"]);
    assert.deepEqual(off.operands, ["a", "b", "--key", "--"]);
    assert.deepEqual(off.given, { "no-fuss": "false" });
  });

  it("with --help shows the help, and no flag that it refuses", async () => {
    const output = new PassThrough();
    assert.equal(await execute(command, ["--help"], { output }), 0);
    output.end();
    const help = await textOf(output);
    assert.match(
      help,
      /^Usage: prog make FILE \[NAME\.\.\.\] \[--port N\][\s\S]*?\n\nMakes things\.\n/,
    );
    assert.match(help, /^ {2}--port N +where it listens \[8545\]$/m);
    assert.match(help, /^ {2}--no-fuss +say less$/m);
    assert.doesNotMatch(help, /--secret/);
    assert.ok(help.endsWith("\nThat is all.\n"));
    assert.equal(await execute(command, ["a", "--port", "7"], { output }), 7);
    assert.equal(await execute(command, ["a", "--port", "7", "--help=false"], { output }), 7);
    refused(["--help=maybe"], /^--help: expected true or false, got "maybe"$/);
  });
});

test("the address of a node is an HTTP URL, also where another text is a URL", () => {
  const flags = { url: value(address, "http://127.0.0.1:8545", "URL", "URL of the node") };
  for (const url of ["http://localhost:8545", "https://host/path"]) {
    assert.deepEqual(readFlags(flags, { url }), { url });
  }
  for (const url of [
    "",
    "127.0.0.1:8545",
    "localhost:8545",
    "ws://localhost:8545",
    "http://me:pass@host:1",
  ]) {
    assert.throws(
      () => readFlags(flags, { url }),
      (error) => error instanceof UsageError && /such as http:/.test(error.message),
      url,
    );
  }
});
