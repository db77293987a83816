import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { Command } from "../command.js";
import { integer, list, maybe, oneOf, text, toggle, value } from "../setting.js";
import { completionScript, type Shell } from "./completion.js";

const options = {
  port: value(integer(0, 65_535), 8545, "N", "where it listens: a port's number"),
  mode: value(oneOf("auto", "manual"), "auto", "auto|manual", "how it works"),
  key: list(text, "KEY", "a key"),
  "no-fuss": toggle("say less"),
  secret: { ...value(maybe(text), undefined, "TEXT", "not told"), isOffCommandLine: true },
};
const command: Command = {
  name: "prog make",
  operands: ["FILE"],
  about: "Makes things. Others too.",
  options,
  run: () => 0,
};
const commands: readonly Command[] = [
  command,
  { ...command, name: "prog show one", operands: ["N|HASH|latest"] },
  { ...command, name: "prog play", operands: ["[NAME]"], operandWords: () => ["slow", "steady"] },
];

/** Returns the words that a shell proposes for the last one of a command line, sorted. */
type Propose = (script: string, words: readonly string[]) => readonly string[];

const lines = (stdout: string) =>
  stdout
    .split(/\s+/)
    .filter((word) => word !== "")
    .sort();

const bash: Propose = (script, words) => {
  const line = `COMP_WORDS=(prog ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}`;
  const end = `${line}; _prog; echo "\${COMPREPLY[*]}"`;
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", `${script}\n${end}`], {
    encoding: "utf8",
  });
  assert.equal(stderr, "");
  return lines(stdout);
};

/** The functions of zsh's completion system, which runs in an interactive shell only. */
const zshSystem = `compdef() {}
_files() {}
_describe() { local one; for one in "\${(@P)2}"; do
  [[ "\${one%%:*}" == "$words[CURRENT]"* ]] && print -r -- "\${one%%:*}"; done }`;

const zsh: Propose = (script, words) => {
  const line = `words=(prog ${words.map((word) => `'${word}'`).join(" ")}); CURRENT=${words.length + 1}`;
  const { stdout, stderr } = spawnSync(
    "zsh",
    ["-f", "-c", `${zshSystem}\n${script}\n${line}; _prog`],
    { encoding: "utf8" },
  );
  assert.equal(stderr, "");
  return lines(stdout);
};

const fish: Propose = (script, words) => {
  const home = mkdtempSync(join(tmpdir(), "tandem-fish-"));
  try {
    writeFileSync(join(home, "prog.fish"), script);
    const line = `source ${home}/prog.fish; complete -C "prog ${words.join(" ")}"`;
    const { stdout, stderr } = spawnSync("fish", ["--no-config", "-c", line], {
      encoding: "utf8",
      // The folder is empty, because fish proposes files as well.
      cwd: mkdtempSync(join(home, "empty-")),
      env: { ...process.env, HOME: home },
    });
    assert.equal(stderr, "");
    return stdout
      .split("\n")
      .map((one) => one.split("\t")[0] as string)
      .filter((word) => word !== "")
      .sort();
  } finally {
    rmSync(home, { recursive: true });
  }
};

const isMissing = (shell: string) =>
  spawnSync(shell, ["-c", "true"]).error === undefined ? false : `${shell} is not installed`;

const shells: Readonly<Record<Shell, Propose>> = { bash, zsh, fish };

for (const [shell, propose] of Object.entries(shells)) {
  describe(`the script of ${shell}`, { skip: isMissing(shell) }, () => {
    const script = completionScript(shell as Shell, "prog", commands, command);
    const proposed = (...words: readonly string[]) => propose(script, words).join(" ");

    it("proposes commands", () => {
      assert.equal(proposed("m"), "make");
      assert.equal(proposed("show", ""), "one");
    });

    it("proposes the flags of a command, and of the default command", () => {
      assert.equal(proposed("make", "--no"), "--no-fuss");
      assert.equal(proposed("show", "one", "--h"), "--help");
      assert.match(proposed("--"), /--help .*--no-fuss --port/);
      assert.doesNotMatch(proposed("make", "--"), /secret/);
    });

    it("proposes the values of an enumeration and the words of an operand", () => {
      assert.equal(proposed("make", "--mode", ""), "auto manual");
      assert.equal(proposed("--mode", "m"), "manual");
      assert.equal(proposed("make", "--port", ""), "");
      assert.equal(proposed("show", "one", "l"), "latest");
      assert.equal(proposed("play", "s"), "slow steady");
    });
  });
}
