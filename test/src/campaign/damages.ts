/** Damages the files of data directories and compares a node's answers with the truth. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CaseResult, runCase } from "../support/damages/case.js";
import { inProcesses } from "../support/damages/launcher.js";
import { buildScene } from "../support/damages/scene.js";
import { type Campaign, endOf } from "./campaign.js";

/** Number of concurrent cases. */
const abreast = 2;

export const damages: Campaign = {
  about: "damages files of data directories and compares what a node then answers with the truth",
  unit: "cases",
  standard: { rounds: 200 },
  seed: 1,
  async run(options) {
    const root = await mkdtemp(join(tmpdir(), "tandem-damages-"));
    try {
      const bases = await buildScene(root);
      const isOver = endOf(options);
      let begun = 0;
      const results: CaseResult[] = [];
      const worker = async () => {
        while (!isOver(begun)) {
          const result = await runCase(bases, root, options.seed + begun++, inProcesses);
          results.push(result);
          report(result);
        }
      };
      await Promise.all(Array.from({ length: abreast }, worker));
      return { rounds: results.length, failed: summarize(results) };
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
};

function report({ seed, base, damage, breaches, outcome, repairedTo }: CaseResult): void {
  if (breaches.length === 0) return;
  const { kind, file, detail } = damage;
  const repaired = repairedTo === undefined ? "" : `, repaired to ${repairedTo}`;
  process.stdout.write(
    `case ${seed}: ${kind} of ${file} (${base}), ${detail}: ${outcome}${repaired}\n`,
  );
  for (const breach of breaches) process.stdout.write(`  ${breach.trimEnd()}\n`);
}

const outcomes = ["harmless", "shorter", "errors", "refused"] as const;

/** @returns the number of cases with a violation. */
function summarize(results: readonly CaseResult[]): number {
  const line = (cells: readonly (string | number)[]) =>
    process.stdout.write(
      `${cells.map((cell, i) => (i === 0 ? `${cell}`.padEnd(26) : `${cell}`.padStart(10))).join("")}\n`,
    );
  const row = (name: string, found: readonly CaseResult[]) =>
    line([
      name,
      found.length,
      ...outcomes.map((outcome) => found.filter((one) => one.outcome === outcome).length),
      found.filter((one) => one.repairedTo !== undefined).length,
      found.filter((one) => one.breaches.length > 0).length,
    ]);
  line(["damage of file", "cases", ...outcomes, "repaired", "breaches"]);
  const nameOf = ({ damage }: CaseResult) => `${damage.kind} of ${damage.fileKind}`;
  for (const name of [...new Set(results.map(nameOf))].sort()) {
    row(
      name,
      results.filter((one) => nameOf(one) === name),
    );
  }
  row("all", results);
  const broken = results.filter(({ breaches }) => breaches.length > 0);
  if (broken.length > 0) {
    const seeds = broken.map(({ seed }) => seed).sort((a, b) => a - b);
    process.stdout.write(`breaches in the cases with the seeds ${seeds.join(", ")}\n`);
  }
  return broken.length;
}
