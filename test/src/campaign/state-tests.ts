/**
 * Runs Ethereum's GeneralStateTests, in their standard JSON form, through the path of production, and
 * compares state roots and hashes of logs. How the chain's own rules of fees are undone for it stands
 * in `state-tests/production.ts`, what is passed over and why in `state-tests/skips.ts`. `--stock` runs
 * the same cases through the unpatched library instead, by Ethereum's rules.
 */
import { existsSync, statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { casesOf, filesBelow, type StateCase } from "../state-tests/format.js";
import type { CaseRunner } from "../state-tests/outcome.js";
import { createProductionRunner } from "../state-tests/production.js";
import { skipReason } from "../state-tests/skips.js";
import { createStockRunner } from "../state-tests/stock.js";
import { loadUnpatchedLibrary } from "../state-tests/unpatched-library.js";
import { problemsOf } from "../state-tests/verdict.js";

const usage = `usage: npm run campaign -- state-tests PATH [--stock] [--fork NAME] [--only TEXT]
  PATH         a folder of GeneralStateTests, or one file
  --stock      through the unpatched @ethereumjs/vm instead of the node's own path
  --fork NAME  cases of this fork alone
  --only TEXT  cases whose name contains this alone
`;

interface Wanted {
  readonly path: string;
  readonly isStock: boolean;
  readonly fork: string | undefined;
  readonly only: string;
}

function parse(args: readonly string[]): Wanted | undefined {
  let path: string | undefined;
  let isStock = false;
  let fork: string | undefined;
  let only = "";
  const left = [...args];
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    if (arg === "--stock") isStock = true;
    else if (arg === "--fork") fork = left.shift();
    else if (arg === "--only") only = left.shift() ?? "";
    else if (arg.startsWith("--") || path !== undefined) return undefined;
    else path = resolve(arg);
  }
  if (path === undefined || !existsSync(path)) return undefined;
  return { path, isStock, fork, only };
}

class Count {
  passed = 0;
  failed = 0;
  readonly skipped = new Map<string, number>();

  skip(reason: string): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1);
  }

  toString(): string {
    const sum = [...this.skipped.values()].reduce((a, b) => a + b, 0);
    const reasons = [...this.skipped].map(([reason, count]) => `  ${count}  ${reason}`);
    return [`${this.passed} passed, ${this.failed} failed, ${sum} skipped`, ...reasons].join("\n");
  }
}

async function runOne(runner: CaseRunner, test: StateCase, count: Count): Promise<void> {
  const reason = skipReason(test);
  if (reason !== undefined) return count.skip(reason);
  const problems = await runner(test).then(
    (outcome) => problemsOf(test, outcome),
    (error: unknown) => [`threw ${error instanceof Error ? error.stack : String(error)}`],
  );
  if (problems.length === 0) {
    count.passed++;
    return;
  }
  count.failed++;
  process.stdout.write(`not ok ${test.name}: ${problems.join("; ")}\n`);
}

/** @returns the exit code: 0 when no case failed, 2 for wrong arguments. */
export async function run(args: readonly string[]): Promise<number> {
  const wanted = parse(args);
  if (wanted === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  const unpatched = wanted.isStock ? await loadUnpatchedLibrary() : undefined;
  const count = new Count();
  const folder = statSync(wanted.path).isFile() ? dirname(wanted.path) : wanted.path;
  for (const file of filesBelow(wanted.path)) {
    const runner = unpatched ? createStockRunner(unpatched.library) : createProductionRunner();
    for (const test of casesOf(file, relative(folder, file))) {
      if (wanted.fork !== undefined && test.fork !== wanted.fork) continue;
      if (test.name.includes(wanted.only)) await runOne(runner, test, count);
    }
  }
  unpatched?.dispose();
  process.stdout.write(`${count}\n`);
  return count.failed === 0 ? 0 : 1;
}
