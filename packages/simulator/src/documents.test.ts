/** Checks the statements of docs/simulator.md about files, metrics and scenarios. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { runsMax } from "./limits.js";
import { showNumber } from "./report/chart/scale.js";
import { metricPaths } from "./report/metrics.js";
import { report } from "./report/report.js";
import { sampleResults } from "./report/testing/sample-results.js";
import { runScenario } from "./run-scenario.js";
import { parseScenario } from "./scenario/scenario.js";
import { fewOrMany } from "./testing/extent.js";
import { scenarioKeys } from "./testing/scenario-keys.js";

const folder = new URL("../../../docs/", import.meta.url);
const page = readFileSync(new URL("simulator.md", folder), "utf8");

/** Returns the text from a heading to the next one of its level or above. */
function section(heading: string): string {
  const [, rest = ""] = page.split(`\n${heading}\n`);
  const rank = heading.split(" ")[0] as string;
  return rest.split(new RegExp(`\n#{1,${rank.length}} `))[0] as string;
}

const coded = (text: string) =>
  [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] as string);

/** A scenario whose results have every member: with a child, an attack and a fork monitor. */
const everything = parseScenario({
  about: "All that results can have.",
  stop: { hours: 0.5 },
  child: {},
  pools: [
    { name: "thief", share: 0.3, strategy: { kind: "double-spend", chain: "child" } },
    { name: "honest", share: 0.7 },
  ],
});

describe("the page of the simulator", () => {
  it("describes every metric that can be expected", async () => {
    const told = new Set(
      coded(section("### What can be expected")).flatMap((code) => code.split(/[.…\s]+/)),
    );
    const names = metricPaths(await runScenario(everything))
      .flatMap((path) => path.split("."))
      .filter((segment) => segment !== "thief" && segment !== "honest");
    assert.deepEqual(
      [...new Set(names)].filter((name) => !told.has(name)),
      [],
    );
  });

  it("lists the files that a run writes", () => {
    const told = new Set(coded(section("## What a run leaves behind")));
    const files = report(sampleResults, "sample").map(({ name }) => name);
    const [charts, others] = [
      files.filter((name) => name.endsWith(".svg")),
      files.filter((name) => !name.endsWith(".svg")),
    ];
    assert.deepEqual(
      others.filter((name) => !told.has(name)),
      [],
    );
    for (const name of charts) assert.ok(page.includes(`images/notify-policies-${name})`), name);
  });

  it("shows a complete scenario that runs and meets its expectations", async () => {
    const [, json = ""] = /```json\n([\s\S]*?)```/.exec(section("## Write your own")) ?? [];
    const scenario = JSON.parse(json) as { stop: { hours: number } };
    const hours = scenario.stop.hours / fewOrMany(6, 1);
    const results = await runScenario(parseScenario({ ...scenario, stop: { hours } }));
    assert.equal(results.expectations.length, 1);
    assert.ok(results.isAsExpected);
  });

  it("shows pictures that exist", () => {
    const pictures = [...page.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(
      (match) => match[1] as string,
    );
    assert.equal(pictures.length, 6);
    for (const picture of pictures) assert.ok(existsSync(new URL(picture, folder)), picture);
  });
});

describe("the part about several seeds and values", () => {
  const part = section("## Several seeds and values");

  it("states the limit of runs", () => {
    assert.match(part, new RegExp(`At most ${showNumber(runsMax, 0)}\\s+runs are made`));
  });

  it("shows the output of the command above it", () => {
    const typed = /```sh\n(tandem simulate [\s\S]*?)```/.exec(part)?.[1] ?? "";
    const settings = [...typed.matchAll(/--set ([^=]+)=(\S+)/g)].map(([, path, to]) => [path, to]);
    const swept = settings.find(([, to]) => to?.includes(","));
    assert.ok(part.includes(`\nset 1  ${swept?.[0]}\n`), typed);
    assert.ok(part.includes(`\nA      ${/--measure (\S+)/.exec(typed)?.[1]}\n`), typed);
    for (const value of swept?.[1]?.split(",") ?? []) {
      for (const seed of [1, 2, 3, 4]) assert.match(part, new RegExp(`^${value} +${seed} +0`, "m"));
    }
  });
});

describe("the page of the scenario file", () => {
  it("explains every key", () => {
    const keys = readFileSync(new URL("scenario-file.md", folder), "utf8");
    for (const { path, about } of scenarioKeys()) {
      assert.ok(about !== undefined && about.length >= 10, path);
      assert.ok(keys.includes(`| \`${path.split(".").at(-1)}\` |`), path);
    }
  });
});
