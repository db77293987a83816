import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { settingsTable } from "../testing/settings-table.js";
import { settingNames } from "./settings.js";

const page = readFileSync(new URL("../../../../docs/ussd-relay.md", import.meta.url), "utf8");

describe("docs/ussd-relay.md", () => {
  it("has the table of settings as the list makes it", () => {
    const table = settingsTable();
    assert.ok(page.includes(table), `put this table into the page:\n${table}`);
    assert.equal(table.split("\n").length, settingNames.length + 2);
  });
});
