// Generates the tables and charts of docs/difficulty-study.md, from the measurements of `tandem
// study`, 700 real headers and two models.
import { readFileSync } from "node:fs";
import { barChart, lineChart } from "../packages/simulator/dist/index.js";
import { deadTimeModel, independentModel } from "./difficulty-model.mjs";
import { filled } from "./filled.mjs";
import { realHeaders } from "./real-headers.mjs";

/** The figures that the public network published in 2025 (RSKIP-517). */
const published = { uncles: 0.5, seconds: 24 };

/** The run that is closest to the real headers, and others for comparison. */
const compared = ["switch-50", "refresh-45", "old-stamp-refresh-45", "found-stamp-refresh-45"];

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns one entry for each scenario: means of its runs by column, and the runs themselves. */
function readStudy() {
  const text = readFileSync(new URL("../docs/difficulty-study.csv", import.meta.url), "utf8");
  const [head, ...lines] = text.trimEnd().split("\n");
  const names = head.split(",");
  const rows = lines.map((line) =>
    Object.fromEntries(line.split(",").map((cell, i) => [names[i], i === 0 ? cell : Number(cell)])),
  );
  const scenarios = [...new Set(rows.map(({ scenario }) => scenario))];
  return scenarios.map((scenario) => {
    const runs = rows.filter((row) => row.scenario === scenario);
    const columns = Object.fromEntries(
      names.slice(2).map((name) => [name, mean(runs.map((run) => run[name]))]),
    );
    return { scenario, runs, columns };
  });
}

const table = (head, rows) => [
  `| ${head.join(" | ")} |`,
  `| ${head.map((_, i) => (i === 0 ? "---" : "--:")).join(" | ")} |`,
  ...rows.map((row) => `| ${row.join(" | ")} |`),
];

const runsTable = (study) =>
  table(
    ["scenario", "uncles a block", "seconds (seed 1, 2, 3)", "mean", "independent", "dead time"],
    study.map(({ scenario, runs, columns }) => [
      `[${scenario}](../packages/simulator/scenarios/study/${scenario}.json)`,
      columns["uncles-per-block"].toFixed(2),
      runs.map((run) => run["interval-mean"].toFixed(1)).join(", "),
      `**${columns["interval-mean"].toFixed(1)}**`,
      independentModel(columns["uncles-per-block"]).toFixed(1),
      deadTimeModel(columns["uncles-per-block"]).toFixed(1),
    ]),
  );

/** Interpolates linearly between the two runs of a family on either side of the published uncle rate. */
function atPublishedRate(study) {
  const pointOf = (columns) => ({
    uncles: columns["uncles-per-block"],
    seconds: columns["interval-mean"],
  });
  const { columns } = study.find(({ scenario }) => scenario === "at-once");
  const atOnce = { knob: 0, ...pointOf(columns) };
  const families = new Map();
  for (const { scenario, columns } of study) {
    const [, family, knob] = /^(.*?)-?(\d+)?$/.exec(scenario);
    const point = { knob: Number(knob), ...pointOf(columns) };
    if (knob !== undefined) families.set(family, [...(families.get(family) ?? [atOnce]), point]);
  }
  return [...families].flatMap(([family, points]) => {
    const sorted = points.sort((a, b) => a.uncles - b.uncles);
    const above = sorted.findIndex(({ uncles }) => uncles >= published.uncles);
    const [low, high] = [sorted[above - 1], sorted[above]];
    if (low === undefined || high === undefined) return [];
    const part = (published.uncles - low.uncles) / (high.uncles - low.uncles);
    const at = (of) => (low[of] + part * (high[of] - low[of])).toFixed(1);
    return [[`\`${family}\``, `${at("knob")} s`, `**${at("seconds")}**`]];
  });
}

const comparisons = [
  ["uncles a block", "uncles-per-block", 2],
  ["seconds between timestamps, mean", "interval-mean", 1],
  ["… a tenth is below", "interval-p10", 0],
  ["… half is below", "interval-median", 0],
  ["… nine tenths are below", "interval-p90", 0],
  ["… 99 of 100 are below", "interval-p99", 0],
  ["blocks that list no uncle, %", "listing-0", 0, 100],
  ["… one", "listing-1", 0, 100],
  ["… two", "listing-2", 0, 100],
  ["… three", "listing-3", 0, 100],
  ["uncles and the block's own interval, correlation", "correlation-own", 2],
  ["… and the one before", "correlation-previous", 2],
  ["… and the next", "correlation-next", 2],
];

function realTable(study, real) {
  const sources = [real, ...compared.map((name) => study.find((one) => one.scenario === name))];
  return table(
    ["", "700 real headers", ...compared.map((name) => `\`${name}\``)],
    comparisons.map(([label, column, decimals, factor = 1]) => [
      label,
      ...sources.map(({ columns }) => (columns[column] * factor).toFixed(decimals)),
    ]),
  );
}

const subtitle = "docs/difficulty-study.csv: 22 scenarios, seeds 1 to 3, 100 hours each";

function paceChart(study, { columns }) {
  const steps = Array.from({ length: 37 }, (_, i) => i / 20);
  return lineChart({
    title: "Seconds between blocks by uncles a block",
    subtitle,
    description:
      "Two curves of models and dots of simulated runs, of 700 real headers and of the published figure. The dots lie along the model with a dead time, far below the one in which uncles have nothing to do with intervals.",
    xLabel: "uncles listed per main-chain block",
    yLabel: "mean interval (seconds)",
    series: [
      { name: "dead-time model", points: steps.map((uncles) => [uncles, deadTimeModel(uncles)]) },
      {
        name: "independent model",
        points: steps.map((uncles) => [uncles, independentModel(uncles)]),
      },
      {
        name: "simulated",
        isDots: true,
        points: study.map((one) => [one.columns["uncles-per-block"], one.columns["interval-mean"]]),
      },
      {
        name: "real, July 2022",
        isDots: true,
        points: [[columns["uncles-per-block"], columns["interval-mean"]]],
      },
      { name: "published, 2025", isDots: true, points: [[published.uncles, published.seconds]] },
    ],
  });
}

function unclesChart(study, real) {
  const simulated = study.find(({ scenario }) => scenario === compared[0]);
  const counts = [0, 1, 2, 3, 4, 5];
  const percent = ({ columns }) => counts.map((count) => columns[`listing-${count}`] * 100);
  return barChart({
    title: "Uncles that a block lists",
    subtitle: `700 real headers of July 2022, and ${compared[0]}`,
    description:
      "Share of main-chain blocks that list no uncle, one, two and so on: the real and the simulated bars are nearly alike.",
    xLabel: "uncles",
    yLabel: "share of main-chain blocks (%)",
    categories: counts.map(String),
    series: [
      { name: "real", values: percent(real) },
      { name: "simulated", values: percent(simulated) },
    ],
    decimals: 1,
  });
}

function quantilesChart(study, real) {
  const simulated = study.find(({ scenario }) => scenario === compared[0]);
  const parts = [
    ["a tenth", "interval-p10", 0.1],
    ["half", "interval-median", 0.5],
    ["nine tenths", "interval-p90", 0.9],
    ["99 of 100", "interval-p99", 0.99],
  ];
  const of = ({ columns }) => parts.map(([, column]) => columns[column]);
  return barChart({
    title: "Intervals below which lie so many of all",
    subtitle: `700 real headers of July 2022, ${compared[0]}, and exponential intervals of the real mean`,
    description:
      "Four quantiles of the time between blocks. Real and simulated ones agree; exponential intervals have far more short and far more long ones.",
    xLabel: "part of all intervals",
    yLabel: "seconds",
    categories: parts.map(([label]) => label),
    series: [
      { name: "real", values: of(real) },
      { name: "simulated", values: of(simulated) },
      {
        name: "exponential",
        values: parts.map(([, , part]) => -Math.log(1 - part) * real.columns["interval-mean"]),
      },
    ],
    decimals: 0,
  });
}

/** @returns the documents, each with its name and its text. */
export function studyDocuments(read) {
  const study = readStudy();
  const real = realHeaders();
  return [
    [
      "docs/difficulty-study.md",
      filled(read("docs/difficulty-study.md"), {
        runs: runsTable(study),
        "half an uncle": table(["family", "its setting", "seconds"], atPublishedRate(study)),
        "real headers": realTable(study, real),
      }),
    ],
    ["docs/images/difficulty-study-pace.svg", paceChart(study, real)],
    ["docs/images/difficulty-study-uncles.svg", unclesChart(study, real)],
    ["docs/images/difficulty-study-intervals.svg", quantilesChart(study, real)],
  ];
}
