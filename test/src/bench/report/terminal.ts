/** Formats the output during a run. */
import type { Failure, Result } from "../run-scenes.js";
import { advantageOf, comparedRows, shown, shownAdvantage, shownWithSpread } from "./figures.js";

export function rowLines(results: readonly Result[], failures: readonly Failure[]): string {
  const lines = comparedRows(results).map(({ about, unit, results: same }) => {
    const figures = same.map((result) => figureText(result, unit, same.length > 1)).join("   ");
    const [ours, peer] = same;
    const isCompared = ours !== undefined && peer !== undefined;
    const ratio = isCompared ? `   ${shownAdvantage(advantageOf(ours, peer))}` : "";
    return `${about.padEnd(62)} ${figures}${ratio}\n`;
  });
  const failed = failures.map(
    ({ subject, ids, reason }) => `${ids.join(", ")}: ${subject} failed: ${reason}\n`,
  );
  return [...lines, ...failed].join("");
}

function figureText(result: Result, unit: string, isNamed: boolean): string {
  const { cpuMsPer1000 } = result;
  const cpu = cpuMsPer1000 === undefined ? "" : ` (CPU ${shown(cpuMsPer1000)} ms/1,000)`;
  const name = isNamed ? `${result.subject} ` : "";
  return `${name}${shownWithSpread(result)} ${unit}${cpu}`;
}
