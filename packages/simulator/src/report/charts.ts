/** Draws the charts of a run. */
import type { Results } from "../results/results.js";
import { barChart } from "./chart/bar-chart.js";
import { lineChart } from "./chart/line-chart.js";
import { runCharts } from "./run-charts.js";

export interface ReportFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Renders the charts of a run as SVG, each for light and dark mode.
 * @param name the name of the scenario, for the line under the titles.
 */
export function charts(results: Results, name: string): ReportFile[] {
  return runCharts(results, name).map(({ name: file, chart }) => ({
    name: `${file}.svg`,
    text: "categories" in chart ? barChart(chart) : lineChart(chart),
  }));
}
