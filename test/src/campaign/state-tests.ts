/**
 * Runs Ethereum's GeneralStateTests, in their standard JSON form, through the production code, and
 * compares state roots and hashes of logs. `state-tests/production.ts` describes how the chain's
 * own rules of fees are undone, and `state-tests/skips.ts` which cases are skipped and why.
 * `--stock` runs the same cases through the unpatched library instead, by Ethereum's rules.
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
import { seeded } from "../support/seeded.js";
import { type Campaign, endOf, WrongArgument } from "./campaign.js";

/** The number of files after which the progress is printed. */
const progressFiles = 200;

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

export const stateTests: Campaign = {
  about: "Ethereum's GeneralStateTests, a folder of them or one file",
  unit: "files",
  standard: { rounds: Number.MAX_SAFE_INTEGER },
  seed: 1,
  path: "PATH",
  own: {
    stock: "through the unpatched @ethereumjs/vm instead of the node's own path",
    library: "in the patched library, as a node with --evm library runs them",
    "fork NAME": "cases of this fork alone",
    "only TEXT": "cases whose name contains this alone",
  },
  async run(options) {
    const { own } = options;
    const path = resolve(options.path ?? "");
    if (!existsSync(path)) throw new WrongArgument(`there is no ${path}`);
    const unpatched = own.stock === true ? await loadUnpatchedLibrary() : undefined;
    const count = new Count();
    const folder = statSync(path).isFile() ? dirname(path) : path;
    const left = filesBelow(path);
    const chance = seeded(options.seed);
    const isOver = endOf(options);
    let rounds = 0;
    for (; left.length > 0 && !isOver(rounds); rounds++) {
      const [file = ""] = left.splice(chance.int(left.length), 1);
      const runner = unpatched
        ? createStockRunner(unpatched)
        : createProductionRunner(own.library !== true);
      for (const test of casesOf(file, relative(folder, file))) {
        if (own.fork !== undefined && test.fork !== own.fork) continue;
        if (test.name.includes(String(own.only ?? ""))) await runOne(runner, test, count);
      }
      if ((rounds + 1) % progressFiles > 0) continue;
      const { passed, failed } = count;
      process.stdout.write(`${rounds + 1} files: ${passed} passed, ${failed} failed\n`);
    }
    process.stdout.write(`${count}\n`);
    return { rounds: count.passed + count.failed, unit: "cases", failed: count.failed };
  },
};
