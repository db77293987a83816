/** Exports the charts of a run for other programs. It imports no module of Node. */
export type { BarChart } from "./report/chart/bar-chart.js";
export {
  type LineChart,
  type LineSeries,
  type Point,
  thinned,
} from "./report/chart/line-chart.js";
export { dark, dashes, light } from "./report/chart/palette.js";
export { place, type Scale, scaleOf, showNumber } from "./report/chart/scale.js";
export {
  type ChartedExpectation,
  type ChartedResults,
  chartedResults,
} from "./report/charted-results.js";
export { figure } from "./report/figures.js";
export { runCharts } from "./report/run-charts.js";
