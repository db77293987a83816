/** Checks a sweep: its runs are those of the scenario, its means, its tables and its charts. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { SaxesParser } from "saxes";
import { metricAt } from "../results/expectation.js";
import { runScenario } from "../run-scenario.js";
import { parseScenario } from "../scenario/scenario.js";
import { type PlannedRun, runSweep, type SweepResults } from "./run-sweep.js";
import { combinationsOf, withSettings } from "./settings.js";
import { sweepReport } from "./sweep-report.js";
import { sweepSummary } from "./sweep-summary.js";

const file = {
  about: "Two pools apart.",
  stop: { bitcoinBlocks: 2_000 },
  bitcoin: { isRetargeting: false },
  pools: [
    { name: "north", share: 0.5 },
    { name: "south", share: 0.5 },
  ],
  expect: { "bitcoin.staleShare": { max: 0.05 } },
};
const measures = ["bitcoin.staleShare", "pools.north.bitcoin.mainShare", "events"];

const planOf = (
  varied: Readonly<Record<string, readonly unknown[]>>,
  seeds: readonly number[],
): PlannedRun[] =>
  combinationsOf(varied).flatMap((set) =>
    seeds.map((seed) => ({
      set,
      scenario: parseScenario({ ...Object(withSettings(file, set)), seed }),
    })),
  );

const sweep = (varied: Readonly<Record<string, readonly unknown[]>>, seeds: readonly number[]) =>
  runSweep(planOf(varied, seeds), { name: "apart", measures });

const filesOf = (results: SweepResults) =>
  new Map(sweepReport(results).map(({ name, text }) => [name, text]));

/** Counts the elements of a chart by `name.class`. Throws if the text is not XML. */
function elementsOf(xml: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const key = `${name}.${attributes.class ?? ""}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  parser.write(xml).close();
  return counts;
}

describe("a sweep", () => {
  let results: SweepResults;
  before(async () => {
    results = await sweep({ "network.latencySeconds": [0, 60, 240] }, [1, 2, 3, 4]);
  });

  it("makes the same runs as the scenario with each seed and value", async () => {
    assert.equal(results.runs.length, 12);
    const run = results.runs.find(
      ({ seed, set }) => seed === 3 && set["network.latencySeconds"] === 60,
    );
    const scenario = parseScenario({ ...file, seed: 3, network: { latencySeconds: 60 } });
    const alone = await runScenario(scenario);
    for (const path of measures) assert.equal(run?.values[path], metricAt(alone, path), path);
  });

  it("has the mean, the deviation and the interval of each value over its seeds", () => {
    const shares = results.runs
      .filter(({ set }) => set["network.latencySeconds"] === 240)
      .map(({ values }) => values["bitcoin.staleShare"] ?? Number.NaN);
    const mean = shares.reduce((sum, share) => sum + share, 0) / 4;
    const deviation = Math.sqrt(shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / 3);
    const found = results.summary.find(
      ({ set, measure }) =>
        set["network.latencySeconds"] === 240 && measure === "bitcoin.staleShare",
    );
    assert.equal(found?.count, 4);
    assert.ok(Math.abs((found?.mean ?? 0) - mean) < 1e-12);
    assert.ok(Math.abs((found?.standardDeviation ?? 0) - deviation) < 1e-12);
    // Student's t for 99 % and three degrees of freedom is 5.841.
    assert.ok(Math.abs((found?.high ?? 0) - mean - (5.841 * deviation) / 2) < 1e-4);
    // A delay of T/2.5 between two pools makes far more blocks stale than none.
    assert.ok(mean > 0.1);
  });

  it("names the runs in which an expectation does not hold", () => {
    const failed = results.runs.filter(({ failed: metrics }) => metrics.length > 0);
    assert.deepEqual(
      new Set(failed.map(({ set }) => set["network.latencySeconds"])),
      new Set([240]),
    );
    assert.equal(results.isAsExpected, false);
    const lines = sweepSummary(results);
    assert.match(lines.at(-1) ?? "", /^An expectation FAILED in 4 of 12 runs\.$/);
    assert.ok(
      lines.includes("FAILED  bitcoin.staleShare  seed 1, network.latencySeconds=240"),
      lines.join("\n"),
    );
  });

  it("is shown in lines of at most 80 columns, however many and large the measures are", () => {
    const many = Array.from({ length: 20 }, (_, i) => `pools.pool-${i}.child.staleShare`);
    const value = 123_456_789.123;
    const wide: SweepResults = {
      ...results,
      scenario: "a-scenario-with-a-very-long-name with pools.south.work.refreshSeconds=40",
      measures: many,
      runs: results.runs.map((run) => ({
        ...run,
        set: { ...run.set, network: { latencySeconds: 1, links: [{ between: ["a", "b"] }] } },
        values: Object.fromEntries(many.map((path) => [path, value * 1e12])),
      })),
      summary: many.map((measure) => ({
        set: results.runs[0]?.set ?? {},
        measure,
        count: 4,
        mean: value,
        standardDeviation: value,
        low: -value,
        high: value,
      })),
    };
    for (const lines of [sweepSummary(results), sweepSummary(wide)]) {
      for (const line of lines) assert.ok([...line].length <= 80, line);
    }
    const text = sweepSummary(wide).join("\n");
    assert.equal(text.match(/1\.235e\+20/g)?.length, 12 * 20, "each run has each measure");
  });

  it("has a row for each run and each mean in its tables, and the same as JSON", () => {
    const files = filesOf(results);
    assert.deepEqual(
      [...files.keys()],
      ["sweep.json", "runs.csv", "summary.csv", ...measures.map((path) => `${path}.svg`)],
    );
    const rows = (name: string) => (files.get(name) ?? "").trimEnd().split("\r\n");
    assert.equal(rows("runs.csv")[0], `network.latencySeconds,seed,${measures.join(",")},failed`);
    assert.equal(rows("runs.csv").length, 13);
    assert.match(rows("runs.csv")[12] ?? "", /^240,4,0\.\d+,0\.\d+,\d+,1$/);
    assert.equal(rows("summary.csv").length, 1 + 3 * measures.length);
    assert.deepEqual(JSON.parse(files.get("sweep.json") ?? ""), results);
  });

  it("has a chart of each measure: a line with an interval at each number, and a dot a run", () => {
    const chart = elementsOf(filesOf(results).get("bitcoin.staleShare.svg") ?? "");
    assert.equal(chart.get("polyline.line0"), 1);
    // Each of the three intervals is a line with two caps; one line more is in the legend.
    assert.equal(chart.get("line.line0"), 3 * 3 + 1);
    assert.equal(chart.get("circle.fill1"), 12 + 1);
  });

  it("has a line for each value of a second setting, and bars for what is no number", async () => {
    const two = await sweep(
      { "network.latencySeconds": [0, 60], "network.jitterSeconds": [0, 20] },
      [1, 2],
    );
    const lines = elementsOf(filesOf(two).get("bitcoin.staleShare.svg") ?? "");
    assert.deepEqual([lines.get("polyline.line0"), lines.get("polyline.line1")], [1, 1]);
    const named = await sweep({ "bitcoin.isRetargeting": [true, false] }, [1, 2, 3]);
    const bars = elementsOf(filesOf(named).get("bitcoin.staleShare.svg") ?? "");
    assert.equal(bars.get("rect.fill0"), 2 + 1);
    assert.equal(bars.get("line.axis"), 2 * 3 + 1);
  });

  it("writes means over bars with three significant digits of the highest", async () => {
    const named = await sweep({ "bitcoin.isRetargeting": [true, false] }, [1]);
    const labels = (...means: readonly [number, number]) => {
      const own = named.summary.filter(({ measure }) => measure === "events");
      const summary = own.map((one, i) => ({ ...one, mean: means[i] as number }));
      const text = filesOf({ ...named, measures: ["events"], summary }).get("events.svg") ?? "";
      return [...text.matchAll(/class="over small"[^>]*>([^<]*)</g)].map(([, label]) => label);
    };
    assert.deepEqual(labels(0.00012345, 0.0000217), ["0.000123", "0.000022"]);
    assert.deepEqual(labels(20.2345, 9.87), ["20.2", "9.9"]);
    assert.deepEqual(labels(2012.3, 1500.7), ["2,012", "1,501"]);
    assert.deepEqual(labels(0, 0), ["0.00", "0.00"]);
  });

  it("over seeds alone has a dot for each, and lines for the mean and its interval", async () => {
    const seeds = await sweep({}, [1, 2, 5]);
    const chart = elementsOf(filesOf(seeds).get("bitcoin.staleShare.svg") ?? "");
    assert.equal(chart.get("circle.fill0"), 3 + 1);
    assert.equal(chart.get("line.mark"), 2 * 3, "each in the chart and in the legend");
    const single = await sweep({}, [7]);
    assert.ok(!sweepSummary(single).some((line) => line.includes("deviation")));
    const alone = filesOf(single).get("bitcoin.staleShare.svg") ?? "";
    assert.doesNotMatch(alone, /NaN|undefined|Infinity/);
  });

  it("stops when its signal is aborted, and reports the progress of each run", async () => {
    const stop = new AbortController();
    const seen = new Set<number>();
    const stopped = runSweep(planOf({}, [1, 2, 3]), {
      name: "apart",
      measures,
      signal: stop.signal,
      onProgress(run) {
        seen.add(run);
        if (run === 1) stop.abort();
      },
    });
    // The second run ends in its first slice, so the third is refused.
    await assert.rejects(stopped, { name: "AbortError" });
    assert.deepEqual([...seen], [0, 1]);
  });
});
