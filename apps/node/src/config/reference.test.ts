import assert from "node:assert/strict";
import { it } from "node:test";
import { helpText } from "../commands/help.js";
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

it("shows every flag in help, and an example for each group that the command takes", async () => {
  const help = await helpText();
  for (const name of settingNames) assert.match(help, new RegExp(`^  --${name} `, "m"));
  for (const { title, example, names } of settingGroups) {
    assert.ok(help.includes(`${title}, such as  ${example}`), title);
    const [command, ...args] = example.split(" ");
    assert.equal(command, "tandem");
    const { origins } = resolveConfig(args, {});
    const given = settingNames.filter((name) => origins[name] === "flag");
    assert.ok(given.length > 0 && given.every((name) => names.includes(name)), title);
  }
});
