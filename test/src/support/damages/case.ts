/**
 * Runs one case of damage on a fresh copy: the results of the node, `tandem check` and `tandem
 * repair`.
 */
import { cpSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { callAll } from "../rpc-batch.js";
import { seeded } from "../seeded.js";
import type { Hex, WireBlock } from "../wire.js";
import { type Damage, fileKindOf, hashesOf, inflict } from "./kinds.js";
import type { Ended, Launcher, Started } from "./launcher.js";
import { answersOf, isWrong, type Kept } from "./questions.js";
import { type Base, genesisFlags } from "./scene.js";

/**
 * - harmless: the node answers everything as before, with or without a warning.
 * - shorter: the node starts with less data than before, reports that, and its answers are correct.
 * - errors: the node starts, and answers with an error what it cannot read.
 * - refused: the node does not start, and gives the reason.
 */
export type Outcome = "harmless" | "shorter" | "errors" | "refused";

export interface CaseResult {
  readonly seed: number;
  readonly base: Base["name"];
  readonly damage: Damage;
  readonly outcome: Outcome;
  /** The height that `tandem repair` kept; undefined if no repair was needed. */
  readonly repairedTo: number | undefined;
  /** The violations of the requirements. */
  readonly breaches: readonly string[];
}

const stackLine = /(\n|\\n)\s+at .*(:\d+:\d+|node:)/;

/** Returns what is wrong with the end of a command whose exit code must be one of these. */
function endBreaches(what: string, { code, signal, output }: Ended, codes: readonly number[]) {
  const breaches: string[] = [];
  if (signal !== null) breaches.push(`${what} ended by ${signal}`);
  else if (!codes.includes(code ?? -1)) breaches.push(`${what} ended with code ${code}: ${output}`);
  if (stackLine.test(output)) breaches.push(`${what} printed a stack: ${output.slice(0, 600)}`);
  return breaches;
}

/** Files that LevelDB writes whenever it is opened. */
const isWritten = (file: string) => ["lock", "text"].includes(fileKindOf(file));

function changesSince(before: ReadonlyMap<string, string>, directory: string): string[] {
  const now = hashesOf(directory);
  return [...before]
    .filter(([file, hash]) => !isWritten(file) && now.get(file) !== hash)
    .map(([file]) => file);
}

/** Returns whether a loss was reported: a warning or an error among the lines. */
const isTold = (output: string) =>
  output.split("\n").some((line) => {
    if (!line.startsWith("{")) return false;
    const { level } = JSON.parse(line);
    return level === "warn" || level === "error" || level >= 40;
  });

async function keptBy(url: string, base: Base): Promise<Kept> {
  const [head] = await callAll<Hex>(url, [{ method: "eth_blockNumber" }]);
  const heights = base.hashes.slice(0, Number(head) + 1).map((_, n) => `0x${n.toString(16)}`);
  const blocks = await callAll<WireBlock | null>(
    url,
    heights.map((n) => ({ method: "eth_getBlockByNumber", params: [n, false] })),
  );
  const fork = blocks.findIndex((block, n) => block?.hash !== base.hashes[n]);
  return { height: fork === -1 ? blocks.length - 1 : fork - 1 };
}

interface Asked {
  readonly breaches: readonly string[];
  readonly isWhole: boolean;
  readonly hasErrors: boolean;
  readonly height: number;
}

/** Compares the answers of a node with the truth. @param mayLack whether it reported a loss. */
async function interrogate(url: string, base: Base, mayLack: boolean): Promise<Asked> {
  const kept = mayLack
    ? await keptBy(url, base).catch(() => ({ height: -1 }))
    : { height: base.hashes.length - 1 };
  const answers = await answersOf(url, base.questions);
  const breaches = base.questions.flatMap((question, i) => {
    const [answer = "", truth = ""] = [answers[i], base.truth[i]];
    if (!isWrong(question, answer, truth, mayLack ? kept : undefined)) return [];
    const asked = `${question.method} ${JSON.stringify(question.params)}`;
    return [`wrong answer to ${asked}: ${answer.slice(0, 120)} for ${truth.slice(0, 120)}`];
  });
  const isWhole = answers.every((answer, i) => answer === base.truth[i]);
  const hasErrors = answers.some(
    (answer, i) => answer.startsWith("error ") && answer !== base.truth[i],
  );
  return { breaches: breaches.slice(0, 3), isWhole, hasErrors, height: kept.height };
}

const stop = async (node: Started): Promise<readonly string[]> =>
  endBreaches("the node", await node.stop(), [0]);

interface Repaired {
  readonly height: number | undefined;
  readonly breaches: readonly string[];
}

/**
 * Checks that `tandem check` reports without a change, and that `tandem repair` keeps a copy of
 * what it replaces.
 */
async function checkAndRepair(
  { run, start }: Launcher,
  directory: string,
  base: Base,
): Promise<Repaired> {
  const before = hashesOf(directory);
  const checked = await run(["check", directory, ...genesisFlags]);
  const breaches = endBreaches("check", checked, [1]);
  const touched = [...hashesOf(directory)].filter(([file, hash]) => before.get(file) !== hash);
  if (touched.length > 0) breaches.push(`check changed ${touched.map(([file]) => file)}`);
  const repaired = await run(["repair", directory, ...genesisFlags]);
  breaches.push(...endBreaches("repair", repaired, [0]));
  if (repaired.code !== 0) return { height: undefined, breaches };
  breaches.push(...copyBreaches(directory, before));
  const node = await start(directory);
  if (!("url" in node)) {
    return { height: undefined, breaches: [...breaches, `repaired, but: ${node.output}`] };
  }
  const asked = await interrogate(node.url, base, true);
  if (asked.hasErrors && asked.height === base.hashes.length - 1) {
    breaches.push("repaired, but some answers are errors");
  }
  breaches.push(...asked.breaches.map((one) => `repaired: ${one}`), ...(await stop(node)));
  return { height: asked.height, breaches };
}

/** The original directory must be beside the repaired one, unchanged. */
function copyBreaches(directory: string, before: ReadonlyMap<string, string>): string[] {
  const prefix = `${basename(directory)}.damaged-`;
  const copy = readdirSync(dirname(directory)).find((name) => name.startsWith(prefix));
  if (copy === undefined) return ["repair kept no copy"];
  const lost = changesSince(before, join(dirname(directory), copy));
  return lost.length === 0 ? [] : [`the copy that repair kept differs in ${lost}`];
}

/** Damages a copy of a base and runs the case. The seed determines the damage. */
export async function runCase(
  bases: readonly Base[],
  root: string,
  seed: number,
  launcher: Launcher,
): Promise<CaseResult> {
  const random = seeded(seed);
  const base = random.pick(bases);
  const folder = join(root, `case-${seed}`);
  const directory = join(folder, "chain");
  cpSync(base.directory, directory, { recursive: true });
  try {
    const damage = inflict(directory, random);
    const found = await judge(launcher, directory, base);
    return { seed, base: base.name, damage, ...found };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Judged = Pick<CaseResult, "outcome" | "repairedTo" | "breaches">;

async function judge(launcher: Launcher, directory: string, base: Base): Promise<Judged> {
  const before = hashesOf(directory);
  const damaged = `${directory}-as-damaged`;
  cpSync(directory, damaged, { recursive: true });
  const node = await launcher.start(directory);
  if (!("url" in node)) {
    const breaches = endBreaches("the node", node, [1]);
    if (!/^tandem: .{20,}/m.test(node.output)) breaches.push(`no sentence: ${node.output}`);
    const lost = changesSince(before, directory);
    if (lost.length > 0) breaches.push(`a refusal changed ${lost.join(", ")}`);
    const repaired = await checkAndRepair(launcher, directory, base);
    return {
      outcome: "refused",
      repairedTo: repaired.height,
      breaches: [...breaches, ...repaired.breaches],
    };
  }
  const asked = await interrogate(node.url, base, isTold(node.output()));
  const breaches = [...asked.breaches, ...(await stop(node))];
  const outcome = asked.isWhole ? "harmless" : asked.hasErrors ? "errors" : "shorter";
  if (outcome === "harmless") return { outcome, repairedTo: undefined, breaches };
  const repaired = await checkAndRepair(launcher, damaged, base);
  return {
    outcome,
    repairedTo: repaired.height,
    breaches: [...breaches, ...repaired.breaches],
  };
}
