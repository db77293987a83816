import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { execute, helpOf, UsageError } from "@tandem/cli";
import { configFlags } from "../config/config.js";
import { settingGroups } from "../config/setting-groups.js";
import { declarationOf, environmentName, settingNames } from "../config/settings.js";
import { program } from "../program.js";
import { helpText } from "./help.js";
import { commands } from "./table.js";

/** Commands whose output is text of their own form. */
const texts = ["completion", "man", "help"];

const helpOfCommand = (name: string) => helpText(commands, name);

/** Returns the flags that a help lists, without those that every command has. */
const flagsIn = (help: string) =>
  [...help.matchAll(/^ {2}--([a-z-]+)/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => !["json", "help", "env-file", "print-config"].includes(name));

test("every command that prints facts can print them as JSON", () => {
  const lacking = commands.filter(({ options }) => options.json === undefined);
  assert.deepEqual(
    lacking.map(({ name }) => name),
    texts.map((name) => `tandem-relay ${name}`),
  );
});

test("--json and --print-config are truth values", async () => {
  const output = new PassThrough();
  for (const command of commands.filter(({ options }) => options.json !== undefined)) {
    const operands = (command.operands ?? []).map(() => "none");
    for (const flag of ["json", "print-config"]) {
      if (command.options[flag] === undefined) continue;
      await assert.rejects(
        execute(command, [...operands, `--${flag}=maybe`], { output }),
        (error) => error instanceof UsageError && error.message.startsWith(`--${flag}: expected`),
        command.name,
      );
    }
  }
  const [run] = commands;
  assert.ok(run);
  await assert.rejects(
    execute(run, ["--json"], { output }),
    /^Error: --json is for --print-config/,
  );
  await execute(run, ["--print-config", "--json=false"], { output });
  output.end();
  assert.match(await text(output), /^host +"/);
});

test("every help fits into 80 columns: of the program, of each command, of each topic", () => {
  const names = [
    ...commands.map(({ name }) => name.replace(`${program} `, "")),
    ...[...settingGroups.map(({ topic }) => topic), "exit-codes"],
  ];
  const helps = [helpText(commands), ...names.map(helpOfCommand)];
  const wide = helps.flatMap((help) => help.split("\n").filter((line) => line.length > 80));
  assert.deepEqual(wide, []);
});

test("every setting is in one group, and the topics of the groups list all of them", () => {
  const grouped = settingGroups.flatMap(({ names }) => names);
  assert.deepEqual([...grouped].sort(), Object.keys(configFlags).sort());
  for (const { topic, names } of settingGroups) {
    const help = helpOfCommand(topic);
    for (const name of names) {
      const isSecret = settingNames.some(
        (one) => one === name && declarationOf(one).isOffCommandLine,
      );
      const shown = isSecret ? environmentName(name as "mnemonic") : `--${name}`;
      assert.ok(help.includes(shown), `${topic}: ${shown}`);
    }
  }
});

test("the help of a command lists the flags that it reads, and run lists all of them", () => {
  assert.deepEqual(
    flagsIn(helpOfCommand("deploy")),
    [...["node-url", "chain-id", "mode", "keystore", "keystore-passphrase-file"]].sort(
      (a, b) => settingNames.indexOf(a as "mode") - settingNames.indexOf(b as "mode"),
    ),
  );
  assert.deepEqual(flagsIn(helpOfCommand("prepare")), ["node-url", "mode", "derivation-path"]);
  for (const name of ["unlock", "address"]) {
    assert.deepEqual(flagsIn(helpOfCommand(name)), ["data-dir", "country-code"]);
  }
  assert.deepEqual(flagsIn(helpOfCommand("keystore")), ["keystore-passphrase-file"]);
  assert.match(helpOfCommand("unlock"), /USSD_RELAY_MASTER_KEY/);
  assert.doesNotMatch(helpOfCommand("deploy"), /USSD_RELAY_MASTER_KEY/);
  const all = settingNames.filter((name) => !declarationOf(name).isOffCommandLine);
  assert.deepEqual(flagsIn(helpOfCommand("run")).sort(), [...all].sort());
});

test("the help names every command and topic, and refuses another name", () => {
  const help = helpText(commands);
  for (const { name } of commands)
    assert.ok(help.includes(name.replace(`${program} `, "  ")), name);
  for (const { topic } of settingGroups) assert.ok(help.includes(`  ${topic} `), topic);
  const [run] = commands;
  assert.equal(run && helpOf(run), helpOfCommand("run"));
  assert.throws(
    () => helpOfCommand("gatway"),
    (error) => error instanceof UsageError && /did you mean gateway\?/.test(error.message),
  );
});
