/** Defines campaigns that are test files with more rounds, or longer, than in `npm test`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { atEndSignal } from "../support/processes/at-end-signal.js";
import { type Campaign, type CampaignOptions, type CampaignResult, endOf } from "./campaign.js";

/** `node --test` runs the files of a round two at a time. */
const filesAtOnce = 2;

async function runOnce(files: readonly string[], environment: Readonly<Record<string, string>>) {
  const paths = files.map((file) => fileURLToPath(new URL(`../../../${file}`, import.meta.url)));
  const flags = ["--test", "--test-reporter=spec", `--test-concurrency=${filesAtOnce}`];
  // Set if a test runs a campaign: the runner would then write for another runner.
  const { NODE_TEST_CONTEXT: _, ...own } = process.env;
  const child = spawn(process.execPath, [...flags, ...paths], {
    stdio: "inherit",
    env: { ...own, ...environment },
  });
  const forget = atEndSignal((signal) => child.kill(signal));
  const [code] = await once(child, "close");
  forget();
  return code === 0;
}

const only = { "only TEXT": "files whose path contains this alone" };

type Words = Omit<Campaign, "run" | "files"> & {
  readonly files: readonly string[];
  /** Further variables of the environment. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** Runs all files in each round, each with the next seed. */
export function repeating({ files, ...words }: Omit<Words, "environment">): Campaign {
  return {
    ...words,
    files,
    own: only,
    async run(options): Promise<CampaignResult> {
      const chosen = files.filter((file) => file.includes(String(options.own.only ?? "")));
      if (chosen.length === 0) return { rounds: 0, failed: 0 };
      const isOver = endOf(options);
      let [rounds, failed] = [0, 0];
      for (; rounds === 0 || !isOver(rounds); rounds++) {
        const seed = options.seed + rounds;
        if (await runOnce(chosen, { CAMPAIGN_SEED: `${seed}` })) continue;
        failed++;
        process.stdout.write(`a round failed with --seed ${seed}\n`);
      }
      return { rounds, failed };
    },
  };
}

/** Runs the files once; they do the rounds themselves, or last the seconds. */
export function lasting({ files, environment, ...words }: Words): Campaign {
  return {
    ...words,
    files,
    async run({ rounds, seconds, seed }: CampaignOptions): Promise<CampaignResult> {
      const length =
        seconds === undefined
          ? { CAMPAIGN_ROUNDS: `${rounds}` }
          : { CAMPAIGN_SECONDS: `${seconds}` };
      const isGood = await runOnce(files, { ...environment, ...length, CAMPAIGN_SEED: `${seed}` });
      const failed = isGood ? 0 : 1;
      return seconds === undefined
        ? { rounds: rounds ?? 0, failed }
        : { rounds: seconds, unit: "seconds", failed };
    },
  };
}
