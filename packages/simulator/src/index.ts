export { builtInFile, builtInNames, builtInTexts, scenarioFolder } from "./built-in.js";
export { InvariantBroken } from "./invariant.js";
export { measuresMax, runsMax } from "./limits.js";
export { type BarChart, barChart } from "./report/chart/bar-chart.js";
export { type LineChart, lineChart } from "./report/chart/line-chart.js";
export type { ReportFile } from "./report/charts.js";
export { json } from "./report/json.js";
export { metricPaths } from "./report/metrics.js";
export { report } from "./report/report.js";
export { summary } from "./report/summary.js";
export { metricAt } from "./results/expectation.js";
export type * from "./results/results.js";
export { checkPaths, type RunOptions, runScenario } from "./run-scenario.js";
export { metricPath } from "./scenario/expectations.js";
export { type Schema, scenarioPage } from "./scenario/reference.js";
export {
  isUniform,
  parseScenario,
  type Scenario,
  scenarioFile,
} from "./scenario/scenario.js";
export {
  type PlannedRun,
  runSweep,
  type SweepResults,
} from "./sweep/run-sweep.js";
export { combinationsOf, type Settings, withSettings } from "./sweep/settings.js";
export { sweepReport } from "./sweep/sweep-report.js";
export { settingText, sweepSummary, sweepVerdict } from "./sweep/sweep-summary.js";
