import assert from "node:assert/strict";
import { it } from "node:test";
import { columns, helpOf } from "@tandem/cli";
import { helpText } from "../commands/help.js";
import { topics } from "../commands/help-topics.js";
import { synonyms } from "../commands/synonyms.js";
import { commands } from "../commands/table.js";
import { resolveConfig } from "./config.js";
import { settingsPage } from "./reference.js";
import { settingGroups } from "./setting-groups.js";
import { environmentName, settingNames } from "./settings.js";

it("shows every flag, environment variable and file key in the reference, once", () => {
  const grouped = settingGroups.flatMap(({ names }) => names);
  assert.deepEqual([...grouped].sort(), [...settingNames].sort(), "every setting is in a group");
  const page = settingsPage();
  for (const name of settingNames) {
    const rows = page.split("\n").filter((line) => line.startsWith(`| \`--${name}`));
    const row = rows.filter((line) => new RegExp(`^\\| \`--${name}[ \`]`).test(line));
    assert.equal(row.length, 1, name);
    assert.ok(row[0]?.includes(`\`${environmentName(name)}\``), name);
  }
});

it("shows every flag in the help of run and of its topic, with an example that the command accepts", async () => {
  const help = helpOf(await commands.load("run"));
  for (const name of settingNames) assert.match(help, new RegExp(`^  --${name}(?: |$)`, "m"));
  for (const { topic, title, example, names } of settingGroups) {
    assert.ok(help.includes(`${title}, such as\n  ${example}\n`), title);
    const shown = topics[topic]?.text() ?? "";
    for (const name of names) assert.ok(shown.includes(`--${name}`), `${topic}: ${name}`);
    const [command, ...args] = example.split(" ");
    assert.equal(command, "tandem");
    const { origins } = resolveConfig(args, {});
    const given = settingNames.filter((name) => origins[name] === "flag");
    assert.ok(given.length > 0 && given.every((name) => names.includes(name)), title);
  }
});

it("help of every command and topic fits into 80 columns", async () => {
  const loaded = await Promise.all(commands.names.map(commands.load));
  const texts = [
    helpText(commands),
    ...loaded.map(helpOf),
    ...Object.values(topics).map((one) => one.text()),
  ];
  for (const line of texts.join("\n").split("\n")) assert.ok(line.length <= columns, line);
  for (const name of [...commands.names, ...Object.keys(topics)]) {
    assert.match(helpText(commands), new RegExp(`^  ${name}(?: |$)`, "m"));
  }
});

it("every flag of another program names flags that exist", () => {
  for (const [name, typed] of Object.entries(synonyms)) {
    assert.ok(!settingNames.includes(name as never), name);
    for (const [, flag] of typed.matchAll(/--([a-z0-9-]+)/g)) {
      assert.ok(settingNames.includes(flag as never), `${name}: ${flag}`);
    }
  }
});
