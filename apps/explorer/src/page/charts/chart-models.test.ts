/** Tests the models of charts: a visible part, without hidden series, and at a position. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BarChart, LineChart } from "@tandem/simulator/charts";
import { barModel as barModelIn } from "./bar-model.js";
import { type LineChoice, lineModel as lineModelIn, lineSteps } from "./line-model.js";
import { plotOf, spaced } from "./plot.js";

const words = { title: "", subtitle: "", description: "", yLabel: "y" };
const lines: LineChart = {
  ...words,
  xLabel: "hours",
  series: [
    { name: "a", points: Array.from({ length: 11 }, (_, i) => [i, i * 10] as const) },
    { name: "b", points: [[5, 7] as const] },
  ],
  levels: [{ name: "mean", y: 50 }],
};
const lineModel = (chart: LineChart, choice: LineChoice) => lineModelIn(chart, choice, plotOf(720));
const barModel = (chart: BarChart, hidden: ReadonlySet<number>, step: number) =>
  barModelIn(chart, { hidden, step }, plotOf(720));
const all: LineChoice = { hidden: new Set<number>(), from: 0, to: lineSteps, step: 0 };

describe("a line chart", () => {
  it("has the values nearest to the selected position", () => {
    assert.equal(lineModel(lines, all).values, "hours 0: a 0, b 7");
    assert.equal(lineModel(lines, { ...all, step: lineSteps }).values, "hours 10: a 100, b 7");
  });

  it("has only the part between its ends, on a fitting axis", () => {
    const part = lineModel(lines, { ...all, from: lineSteps / 2 });
    assert.equal(part.lines[0]?.points.split(" ").length, 6);
    assert.deepEqual([part.fromText, part.toText], ["5", "10"]);
    assert.equal(part.labels[0]?.text, "5");
  });

  it("omits hidden series, and keeps the colours of the others", () => {
    const one = lineModel(lines, { ...all, hidden: new Set([0]) });
    assert.deepEqual(
      one.lines.map(({ index }) => index),
      [1],
    );
    assert.equal(one.values, "hours 0: b 7");
  });

  it("has fewer labels in a narrow place, at equal distances", () => {
    const labelled = (width: number) => lineModelIn(lines, all, plotOf(width)).labels;
    assert.ok(labelled(200).length < labelled(720).length);
    const labels = [10, 20, 30, 40, 50].map((at) => ({ at, text: "12" }));
    assert.deepEqual(
      spaced(labels).map(({ at }) => at),
      [10, 40],
    );
  });

  it("may have no points", () => {
    const empty = lineModel({ ...words, xLabel: "hours", series: [] }, all);
    assert.deepEqual([empty.lines, empty.values], [[], "hours 0: "]);
  });
});

describe("a bar chart", () => {
  const bars: BarChart = {
    ...words,
    xLabel: "pool",
    categories: ["north", "south"],
    decimals: 0,
    series: [
      { name: "a", values: [1, 3] },
      { name: "b", values: [2, 0] },
    ],
  };

  it("has a bar for each value, from the bottom, and the values of a category", () => {
    const { bars: drawn, values } = barModel(bars, new Set(), 1);
    assert.equal(values, "pool south: a 3, b 0");
    assert.equal(drawn.length, 4);
    assert.deepEqual(new Set(drawn.map(({ y, height }) => y + height)).size, 1);
    const [one, three, two, none] = drawn.map(({ height }) => height);
    assert.deepEqual([(three ?? 0) > (two ?? 0), (two ?? 0) > (one ?? 0), none], [true, true, 0]);
  });

  it("gives the space of hidden series to the others", () => {
    const [before] = barModel(bars, new Set(), 0).bars;
    const [after] = barModel(bars, new Set([1]), 0).bars;
    assert.ok((after?.width ?? 0) > (before?.width ?? 0));
  });
});
