/** Returns all files of a sweep. */
import type { ReportFile } from "../report/charts.js";
import { json } from "../report/json.js";
import type { SweepResults } from "./run-sweep.js";
import { sweepCharts } from "./sweep-charts.js";
import { sweepTables } from "./sweep-tables.js";

/** Returns `sweep.json`, a CSV file for runs and for means, and an SVG file for each measure. */
export const sweepReport = (results: SweepResults): ReportFile[] => [
  { name: "sweep.json", text: json(results) },
  ...sweepTables(results),
  ...sweepCharts(results),
];
