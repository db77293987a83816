/** Returns all files of a run. */
import type { Results } from "../results/results.js";
import { charts, type ReportFile } from "./charts.js";
import { json } from "./json.js";
import { tables } from "./tables.js";

/**
 * Returns `results.json`, a CSV file for each table and an SVG file for each chart. The same
 * results and name result in the same bytes.
 * @param name the name of the scenario, shown in the charts.
 */
export function report(results: Results, name: string): ReportFile[] {
  return [
    { name: "results.json", text: json(results) },
    ...tables(results),
    ...charts(results, name),
  ];
}
