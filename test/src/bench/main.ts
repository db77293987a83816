/** `npm run bench`: every workload some times over, medians and spread, a table and JSON. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { type Workload, workloads } from "./workloads.js";

const usage = `npm run bench -- [--runs N] [--only TEXT] [--json FILE]

  --runs N       measurements of each workload (3)
  --only TEXT    workloads whose name contains TEXT
  --json FILE    write the result there as well
`;

interface Result {
  readonly name: string;
  readonly unit: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly runs: readonly number[];
}

export async function bench(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: "string", default: "3" },
      only: { type: "string", default: "" },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const runs = Number(values.runs);
  const chosen = workloads.filter(({ name }) => name.includes(values.only));
  if (values.help || !Number.isInteger(runs) || runs < 1 || chosen.length === 0) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const results: Result[] = [];
  for (const workload of chosen) {
    const result = await measure(workload, runs);
    results.push(result);
    process.stdout.write(`${row(result)}\n`);
  }
  if (values.json !== undefined) {
    const report = {
      date: new Date().toISOString(),
      commit: commit(),
      machine: machine(),
      results,
    };
    writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  }
  return 0;
}

async function measure(workload: Workload, runs: number): Promise<Result> {
  const measured: number[] = [];
  for (let run = 0; run < runs; run++) measured.push(await workload.measure());
  const sorted = [...measured].sort((a, b) => a - b);
  return {
    name: workload.name,
    unit: workload.unit,
    median: sorted[sorted.length >> 1] as number,
    min: sorted[0] as number,
    max: sorted[sorted.length - 1] as number,
    runs: measured,
  };
}

const shown = (value: number) => Math.round(value).toLocaleString("en");

const row = ({ name, unit, median, min, max }: Result) =>
  `${name.padEnd(46)} ${shown(median).padStart(9)} ${unit.padEnd(3)} (${shown(min)} to ${shown(max)})`;

const machine = () => ({
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  platform: `${process.platform}-${process.arch}`,
});

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}
