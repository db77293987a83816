/**
 * Checks that the same seed results in the same bytes: in a process that ran other scenarios
 * before, and in a new one.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { before, describe, it } from "node:test";
import { reportDigests } from "./testing/report-digests.js";

describe("the files of a run", () => {
  let other: Readonly<Record<string, string>>;
  let first: Readonly<Record<string, string>>;
  before(async () => {
    // If any state remained from a run, the following runs would differ.
    other = await reportDigests(1);
    first = await reportDigests();
  });

  it("are JSON, CSV and SVG of every scenario", () => {
    const endings = new Set(Object.keys(first).map((name) => name.split(".").at(-1)));
    assert.deepEqual([...endings].sort(), ["csv", "json", "svg"]);
    assert.ok(Object.keys(first).length > 12 * 14);
  });

  it("are the same bytes when the same seed is run again, in another process", () => {
    const module = new URL("./testing/report-digests.js", import.meta.url).href;
    const script = `const { reportDigests } = await import(${JSON.stringify(module)});
      process.stdout.write(JSON.stringify(await reportDigests()));`;
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      // Another language and time zone of the machine must not matter.
      env: { ...process.env, LANG: "ne_NP.UTF-8", TZ: "Asia/Kathmandu" },
    });
    assert.deepEqual(JSON.parse(printed), first);
  });

  it("differ for another seed", () => {
    const same = Object.keys(first).filter(
      (name) => name.endsWith("results.json") && other[name] === first[name],
    );
    assert.deepEqual(same, []);
  });
});
