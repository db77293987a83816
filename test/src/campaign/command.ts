/**
 * Implements `npm run campaign -- NAME`: parses the options that all campaigns share, runs one and
 * prints its result.
 */
import { parseArgs } from "node:util";
import { messageOf } from "@tandem/runtime";
import {
  type Campaign,
  type CampaignOptions,
  type CampaignResult,
  WrongArgument,
} from "./campaign.js";
import { campaigns } from "./catalogue.js";

const shared = `options of all:
  --rounds N    rounds to do
  --seconds S   seconds after which no further round begins, instead of rounds
  --seed N      what chance is drawn from; the same seed gives the same rounds
`;

/** Returns the default length as text. */
function lengthOf({ standard, unit }: Campaign): string {
  if ("seconds" in standard) return `${standard.seconds} seconds of ${unit}`;
  return `${standard.rounds === Number.MAX_SAFE_INTEGER ? "all" : standard.rounds} ${unit}`;
}

function usage(): string {
  const all = Object.entries(campaigns).map(([name, campaign]) => {
    const head = `  ${`${name}${campaign.path === undefined ? "" : ` ${campaign.path}`}`.padEnd(18)}`;
    const own = Object.entries(campaign.own ?? {}).map(
      ([option, text]) => `${" ".repeat(22)}--${option}: ${text}\n`,
    );
    return `${head}  ${campaign.about} (${lengthOf(campaign)})\n${own.join("")}`;
  });
  return `usage: npm run campaign -- NAME [OPTIONS]\n\ncampaigns:\n${all.join("")}\n${shared}`;
}

/** Returns an integer from 1, or undefined. @throws {WrongArgument} for anything else. */
function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new WrongArgument(`--${name} is no whole number: ${text}`);
  return Number(text);
}

/** Calls `parseArgs` and converts its errors. */
const read: typeof parseArgs = (config) => {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new WrongArgument(messageOf(error));
  }
};

/** @throws {WrongArgument} that describes the invalid argument. */
function parse(campaign: Campaign, args: readonly string[]): CampaignOptions {
  const own = Object.entries(campaign.own ?? {}).map(([option]) => option.split(" "));
  const { values, positionals } = read({
    args: [...args],
    allowPositionals: campaign.path !== undefined,
    options: {
      rounds: { type: "string" },
      seconds: { type: "string" },
      seed: { type: "string" },
      ...Object.fromEntries(
        own.map(([name, value]) => [name, { type: value ? "string" : "boolean" }] as const),
      ),
    },
  });
  const text = (name: string) => values[name as keyof typeof values];
  const [path, ...more] = positionals;
  if (more.length > 0 || (campaign.path !== undefined && path === undefined)) {
    throw new WrongArgument(`one ${campaign.path} is wanted, ${positionals.length} are given`);
  }
  const rounds = numberOf("rounds", text("rounds"));
  const seconds = numberOf("seconds", text("seconds"));
  if (rounds !== undefined && seconds !== undefined) {
    throw new WrongArgument("--rounds and --seconds exclude each other");
  }
  const length = rounds ?? seconds;
  return {
    ...(length === undefined
      ? { rounds: undefined, seconds: undefined, ...campaign.standard }
      : { rounds, seconds }),
    seed: numberOf("seed", text("seed")) ?? campaign.seed,
    own: Object.fromEntries(own.map(([name = ""]) => [name, text(name)])),
    path,
  };
}

/** The functions that write texts, by default to the process's own streams. */
export interface Printing {
  print(text: string): void;
  complain(text: string): void;
}

const ownStreams: Printing = {
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
};

/** @returns the exit code: 0 if nothing failed, 1 if something did, 2 for invalid arguments. */
export async function runCampaign(
  args: readonly string[],
  { print, complain }: Printing = ownStreams,
): Promise<number> {
  const [name = "", ...rest] = args;
  const campaign = Object.hasOwn(campaigns, name) ? campaigns[name] : undefined;
  if (campaign === undefined) {
    complain(usage());
    return 2;
  }
  const beganMs = performance.now();
  let options: CampaignOptions;
  let result: CampaignResult;
  try {
    options = parse(campaign, rest);
    result = await campaign.run(options);
  } catch (error) {
    if (!(error instanceof WrongArgument)) throw error;
    complain(`${error.message}\n\n${usage()}`);
    return 2;
  }
  const { rounds, unit = campaign.unit, failed } = result;
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(0);
  print(`${name}: ${rounds} ${unit}, ${failed} failed; seed ${options.seed}, ${seconds} s\n`);
  return failed === 0 && rounds > 0 ? 0 : 1;
}
