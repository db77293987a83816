/** Checks charts: they are valid XML, accessible, and the same bytes for the same numbers. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { barChart } from "./bar-chart.js";
import { groupsOf, lineChart, pointsMax, thinned } from "./line-chart.js";
import { dashes } from "./palette.js";

const words = {
  title: "Uncle rate",
  subtitle: "steady, seed 7",
  description: "Uncles a block over time.",
  xLabel: "time (hours)",
  yLabel: "uncles per block",
};

interface Found {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** Returns the elements in order, by a conforming parser that throws if the text is not XML. */
function elements(xml: string): Found[] {
  const found: Found[] = [];
  const open: Found[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const one = { name, attributes: attributes as Record<string, string>, text: "" };
    found.push(one);
    open.push(one);
  });
  parser.on("text", (text) => {
    const top = open.at(-1);
    if (top) top.text += text;
  });
  parser.on("closetag", () => open.pop());
  parser.write(xml).close();
  return found;
}

const textsOf = (xml: string) =>
  elements(xml)
    .filter(({ name }) => name === "text")
    .map(({ text }) => text);

/** The unit `binary` of fast-check lists all characters first, which takes half a second. */
const character = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
const finite = fc.double({ min: -1e15, max: 1e15, noNaN: true });

describe("a chart", () => {
  it("is XML for any words and numbers", () => {
    const odd = fc.string({ unit: character, maxLength: 12 });
    fc.assert(
      fc.property(odd, odd, fc.array(finite, { maxLength: 30 }), (name, title, values) => {
        const line = { name, points: values.map((value, i) => [i, value] as const) };
        for (const xml of [
          lineChart({ ...words, title, series: [line], levels: [{ name: title, y: 1 }] }),
          barChart({
            ...words,
            title,
            categories: values.map(() => name),
            series: [{ name, values }],
            decimals: 2,
          }),
        ]) {
          const all = elements(xml);
          assert.equal(all[0]?.name, "svg");
          assert.doesNotMatch(xml, /NaN|Infinity|-0[" ,]/);
        }
      }),
      { seed: 11, numRuns: 20 },
    );
  });

  it("has a text that describes it", () => {
    const xml = lineChart({ ...words, series: [{ name: "uncles", points: [[0, 1]] }] });
    const [svg, title, description] = elements(xml);
    assert.equal(svg?.attributes.role, "img");
    assert.equal(svg?.attributes["aria-labelledby"], "title description");
    assert.deepEqual([title?.name, title?.text], ["title", words.title]);
    assert.deepEqual([description?.name, description?.text], ["desc", words.description]);
  });

  it("shows its title, its axes with their units and the names of its series", () => {
    const series = [
      { name: "north", values: [1, 2] },
      { name: "south", values: [3, 4] },
    ];
    const texts = textsOf(barChart({ ...words, categories: ["a", "b"], series, decimals: 0 }));
    for (const shown of [words.title, words.subtitle, words.xLabel, words.yLabel, "north", "south"])
      assert.ok(texts.includes(shown), shown);
  });

  it("has no more series than there are colours", () => {
    const series = Array.from({ length: dashes.length + 1 }, (_, i) => ({
      name: `${i}`,
      points: [],
      values: [],
    }));
    assert.throws(() => lineChart({ ...words, series }), RangeError);
    assert.throws(() => barChart({ ...words, categories: [], series, decimals: 0 }), RangeError);
  });

  it("keeps every text on the page", () => {
    const long = "a pool with a name that nobody would choose for a pool at all";
    const xml = barChart({
      ...words,
      title: long.repeat(3),
      categories: Array.from({ length: 12 }, () => long),
      series: [{ name: long, values: Array.from({ length: 12 }, () => 123_456_789) }],
      decimals: 0,
    });
    for (const { name, attributes, text } of elements(xml)) {
      if (name !== "text" || attributes.transform !== undefined) continue;
      const half = ([...text].length * 6.2) / 2;
      const x = Number(attributes.x);
      const anchor = attributes["text-anchor"] ?? "start";
      const [from, to] =
        anchor === "middle"
          ? [x - half, x + half]
          : anchor === "end"
            ? [x - 2 * half, x]
            : [x, x + 2 * half];
      assert.ok((from as number) >= 0 && (to as number) <= 740, `${text}: ${from} to ${to}`);
    }
  });
});

describe("a line chart", () => {
  it("draws each point at its position between the ends of the axes", () => {
    const points = [
      [0, 0],
      [5, 50],
      [10, 100],
    ] as const;
    const xml = lineChart({ ...words, series: [{ name: "a", points }], isFromZero: true });
    const drawn = elements(xml).find(({ name }) => name === "polyline")?.attributes.points ?? "";
    const [first, middle, last] = drawn.split(" ").map((pair) => pair.split(",").map(Number));
    assert.ok(first && middle && last);
    const half = (a: number | undefined, b: number | undefined) => ((a ?? 0) + (b ?? 0)) / 2;
    assert.ok(Math.abs((middle[0] ?? 0) - half(first[0], last[0])) < 0.02);
    assert.ok(Math.abs((middle[1] ?? 0) - half(first[1], last[1])) < 0.02);
    assert.ok((first[1] ?? 0) > (last[1] ?? 0));
  });

  it("draws dots, which are not joined, in any order", () => {
    const points = Array.from({ length: pointsMax * 2 }, (_, i) => [(i * 7) % 100, i] as const);
    const xml = lineChart({ ...words, series: [{ name: "runs", points, isDots: true }] });
    const dots = elements(xml).filter(({ name }) => name === "circle");
    assert.equal(dots.length, points.length + 1, "and one in the legend");
    assert.ok(!elements(xml).some(({ name }) => name === "polyline"));
  });

  it("draws an interval from its low to its high end, on the axis of the values", () => {
    const points = [
      [0, 50],
      [10, 50],
    ] as const;
    const series = [{ name: "a", points, intervals: [[0, 100], undefined] as const }];
    const xml = lineChart({ ...words, series });
    const grid = elements(xml).filter(({ attributes }) => attributes.class === "grid");
    const marks = elements(xml).filter(
      ({ name, attributes }) => name === "line" && attributes.class === "line0",
    );
    const heights = grid.map(({ attributes }) => Number(attributes.y1));
    const [, stem, ...caps] = marks.map(({ attributes }) => attributes);
    assert.equal(caps.length, 2, "one interval, after the line of the legend");
    assert.equal(Number(stem?.y1), Math.max(...heights));
    assert.equal(Number(stem?.y2), Math.min(...heights));
  });

  it("thins a long line to means, which keep the overall mean", () => {
    const points = Array.from({ length: pointsMax * 8 }, (_, i) => [i, i % 7] as const);
    const thin = thinned(points);
    assert.ok(thin.length <= pointsMax);
    const mean = (all: readonly (readonly [number, number])[]) =>
      all.reduce((sum, [, y]) => sum + y, 0) / all.length;
    assert.ok(Math.abs(mean(thin) - mean(points)) < 1e-9);
  });

  it("is thinned into groups of nearly equal size, the last one too", () => {
    for (const length of [1, 72, 73, 145, 361, 400]) {
      const items = Array.from({ length }, (_, i) => i);
      const groups = groupsOf(items, 72);
      assert.deepEqual(groups.flat(), items);
      assert.ok(groups.length <= 72);
      const sizes = groups.map((group) => group.length);
      assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1, `${length}: ${sizes}`);
    }
  });
});

describe("a bar chart", () => {
  it("has bars as high as their values", () => {
    const series = [{ name: "blocks", values: [10, 20, 0] }];
    const xml = barChart({ ...words, categories: ["1", "2", "3"], series, decimals: 0 });
    const heights = elements(xml)
      .filter(({ name, attributes }) => name === "rect" && attributes.class === "fill0")
      .map(({ attributes }) => Number(attributes.height))
      .slice(1);
    assert.ok(Math.abs((heights[1] ?? 0) - 2 * (heights[0] ?? 0)) < 0.02);
    assert.equal(heights[2], 0);
  });

  it("has numbers over its bars only if they do not cover each other", () => {
    const numbersOver = (count: number) => {
      const categories = Array.from({ length: count }, (_, i) => `miner-${i}`);
      const series = ["a", "b"].map((name) => ({ name, values: categories.map(() => 10) }));
      const xml = barChart({ ...words, categories, series, decimals: 1 });
      return elements(xml).filter(({ attributes }) => attributes.class?.startsWith("over")).length;
    };
    assert.equal(numbersOver(4), 8);
    assert.equal(numbersOver(10), 0);
  });
});
