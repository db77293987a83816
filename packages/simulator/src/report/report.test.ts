/**
 * Checks the files of a run: which there are, that their numbers are those of the results, and that
 * their charts are XML.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SaxesParser } from "saxes";
import type { LineSeries } from "./chart/line-chart.js";
import { report } from "./report.js";
import { runCharts } from "./run-charts.js";
import { bitcoinAlone, sampleResults } from "./testing/sample-results.js";

const files = new Map(report(sampleResults, "two-lines").map(({ name, text }) => [name, text]));
const file = (name: string) => files.get(name) ?? "";
const rows = (name: string) =>
  file(name)
    .split("\r\n")
    .slice(0, -1)
    .map((row) => row.split(","));

/** Throws if the text is not XML. */
function checkXml(text: string): void {
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(text).close();
}

describe("the files of a run", () => {
  it("are results, tables and charts", () => {
    assert.deepEqual(
      [...files.keys()].sort(),
      [
        "results.json",
        ...["alerts", "attacks", "expectations", "intervals", "pools", "reorg-depths"].map(
          (name) => `${name}.csv`,
        ),
        ...["series.csv", "uncle-distances.csv", "uncles-listed.csv"],
        ...["difficulty", "intervals", "reorg-depths", "shares", "stale-rate"].map(
          (name) => `${name}.svg`,
        ),
      ].sort(),
    );
  });

  it("contain the complete results as JSON", () => {
    assert.deepEqual(JSON.parse(file("results.json")), JSON.parse(JSON.stringify(sampleResults)));
  });

  it("have as many fields in each row of a table as it has names", () => {
    for (const name of [...files.keys()].filter((key) => key.endsWith(".csv"))) {
      const [names = [], ...others] = rows(name);
      for (const row of others) assert.equal(row.length, names.length, `${name}: ${row}`);
    }
  });

  it("have a row for each pool and chain, point, depth and expectation", () => {
    const lengths = [
      "pools",
      "series",
      "reorg-depths",
      "uncle-distances",
      "uncles-listed",
      "alerts",
    ].map((name) => rows(`${name}.csv`).length - 1);
    assert.deepEqual(lengths, [4, 4, 6, 2, 3, 1]);
    assert.deepEqual(rows("expectations.csv").slice(1), [
      ["child.unclesPerBlock", "0.4", "0.5", "0.48", "true"],
      ["bitcoin.reorgs.deepest", "", "0", "1", "false"],
    ]);
    const [, ...pools] = rows("pools.csv").map((row) => row.slice(0, 5));
    assert.deepEqual(pools.slice(0, 2), [
      ["north", "1", "double-spend", "bitcoin", "0.5"],
      ["north", "1", "honest", "child", "0.5"],
    ]);
  });

  it("have charts that are XML, with and without a child", () => {
    for (const results of [sampleResults, bitcoinAlone]) {
      for (const { name, text } of report(results, "a & b <c>")) {
        if (!name.endsWith(".svg")) continue;
        checkXml(text);
        assert.doesNotMatch(text, /NaN|undefined|Infinity/, name);
      }
    }
  });

  it("show uncles if there is a child and stale blocks if there is none", () => {
    const alone = report(bitcoinAlone, "plain").find(({ name }) => name === "stale-rate.svg");
    assert.match(file("stale-rate.svg"), /<title id="title">Uncle rate<\/title>/);
    assert.match(alone?.text ?? "", /<title id="title">Rate of stale blocks<\/title>/);
  });

  it("show the mean of a series at its end too, whose last point has fewer blocks", () => {
    const [first] = sampleResults.bitcoin.series;
    assert.ok(first);
    const series = Array.from({ length: 361 }, (_, i) => ({
      ...first,
      // Thirty blocks a point, and a single unusual one at the end.
      ...(i === 360
        ? { blocks: 1, stalePerBlock: 1000 }
        : { blocks: 30, stalePerBlock: (i % 2) * 2 }),
      hours: i,
    }));
    const [stale] = runCharts(
      { ...bitcoinAlone, bitcoin: { ...bitcoinAlone.bitcoin, series } },
      "end",
    );
    assert.ok(stale && "points" in (stale.chart.series[0] ?? {}));
    const { points } = stale.chart.series[0] as LineSeries;
    assert.ok(points.length > 50 && points.length <= 72, `${points.length}`);
    assert.ok((points.at(-1)?.[1] ?? 0) < 10, `${points.at(-1)}`);
  });

  it("name the deepest reorg if it has no bar of its own", () => {
    const chartOf = (deepest: number) => {
      const reorgs = { ...bitcoinAlone.bitcoin.reorgs, deepest };
      const bitcoin = { ...bitcoinAlone.bitcoin, reorgs };
      const files = report({ ...bitcoinAlone, bitcoin }, "deep");
      return files.find(({ name }) => name === "reorg-depths.svg")?.text ?? "";
    };
    assert.doesNotMatch(chartOf(20), /the deepest undid/);
    assert.match(chartOf(215), />deep: seed .* hours; the deepest undid 215 blocks</);
  });

  it("combine the pools that have no bar of their own", () => {
    const [north] = sampleResults.pools;
    assert.ok(north);
    const many = Array.from({ length: 25 }, (_, i) => ({ ...north, name: `pool-${i}` }));
    const [chart] = report({ ...sampleResults, pools: many }, "many").filter(
      ({ name }) => name === "shares.svg",
    );
    assert.match(chart?.text ?? "", /16 others/);
  });

  it("are the same bytes for the same results", () => {
    assert.deepEqual(
      report(structuredClone(sampleResults), "two-lines"),
      report(sampleResults, "two-lines"),
    );
  });
});
