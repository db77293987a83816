/**
 * Implements `npm run bench`: measures every row several times, and reports medians and spread, as
 * a page and as JSON.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf } from "@tandem/runtime";
import { scenesOf } from "./catalogue.js";
import { createGenerator } from "./generator/generator.js";
import { type Options, optionsOf, usage } from "./options.js";
import { takeProfile } from "./profile/take-profile.js";
import { circumstances } from "./report/machine.js";
import { markdownPage, type Page } from "./report/markdown.js";
import { rowLines } from "./report/terminal.js";
import { type Outcome, runScenes } from "./run-scenes.js";
import type { Scene, Tools } from "./scene.js";
import { fullSizes, quickSizes } from "./sizes.js";
import { type InstalledPeer, installPeer, peerOf } from "./subject/peer.js";
import { tandem } from "./subject/tandem.js";

const signals = ["SIGINT", "SIGTERM"];
const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The stream for the figures, and the one for errors of flags. */
export interface Output {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

const standardOutput: Output = {
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
};

/** @returns the exit code: 1 if a row of our node has no figure, 2 for an invalid flag. */
export async function bench(args: readonly string[], output = standardOutput): Promise<number> {
  const { print } = output;
  let options: Options;
  try {
    options = optionsOf(args);
  } catch (error) {
    output.complain(`${messageOf(error)}\n\n${usage}`);
    return 2;
  }
  if (options.isHelp) {
    print(usage);
    return 0;
  }
  const sizes = options.isQuick ? quickSizes : fullSizes;
  const scenes = scenesOf(sizes);
  if (options.isList) {
    print(`${idsOf(scenes).join("\n")}\n`);
    return 0;
  }
  const end = () => process.exit(1);
  for (const signal of signals) process.once(signal, end);
  const [generator, other] = [createGenerator(), createGenerator()];
  const tools: Tools = { sizes: { ...sizes, runs: options.runs ?? sizes.runs }, generator, other };
  try {
    if (options.profile === undefined) return await measure(options, args, scenes, tools, print);
    print(await takeProfile(scenes, options.profile, tools));
    return 0;
  } finally {
    for (const signal of signals) process.off(signal, end);
    generator.stop();
    other.stop();
  }
}

const idsOf = (scenes: readonly Scene[]): string[] =>
  scenes.flatMap(({ measurements }) =>
    measurements.flatMap(({ rows }) => rows.map(({ id }) => id)),
  );

async function measure(
  options: Options,
  args: readonly string[],
  scenes: readonly Scene[],
  tools: Tools,
  print: Output["print"],
): Promise<number> {
  // Only a written page names them.
  const when = options.isWritten || options.json !== undefined ? circumstances() : undefined;
  const peers = await peersOf(options);
  const isWanted = (id: string) =>
    options.only.length === 0 || options.only.some((text) => id.includes(text));
  try {
    const subjects = [tandem(), ...peers.map(({ subject }) => subject)];
    const onRows = (...rows: Parameters<typeof rowLines>) => print(rowLines(...rows));
    const outcome = await runScenes({ scenes, subjects, tools, isWanted, onRows });
    const command = ["npm run bench --", ...args].join(" ");
    const names = peers.map(({ subject }) => subject.name);
    if (when !== undefined) {
      write(options, {
        ...outcome,
        circumstances: when,
        peers: names,
        command,
        note: options.note,
      });
    }
    return isComplete(outcome, names) ? 0 : 1;
  } finally {
    for (const peer of peers) peer.remove();
  }
}

async function peersOf({ peers }: Options): Promise<InstalledPeer[]> {
  const installed: InstalledPeer[] = [];
  for (const name of peers) installed.push(await installPeer(name));
  const command = process.env.TANDEM_BENCH_PEER ?? "";
  if (command === "") return installed;
  const name = basename(command.trim().split(/\s+/)[0] ?? "peer");
  return [...installed, { subject: peerOf(name, command), remove() {} }];
}

const isComplete = ({ results, failures }: Outcome, peers: readonly string[]): boolean =>
  results.length > 0 && failures.every(({ subject }) => peers.includes(subject));

function write({ isWritten, json }: Options, page: Page): void {
  if (json !== undefined) writeFileSync(json, jsonOf(page));
  if (!isWritten) return;
  const file = `${root}docs/benchmarks.json`;
  writeFileSync(`${root}docs/benchmarks.md`, markdownPage(page));
  writeFileSync(file, jsonOf(page));
  const formatter = `${root}node_modules/@biomejs/biome/bin/biome`;
  spawnSync(process.execPath, [formatter, "format", "--write", file], { cwd: root });
}

const jsonOf = ({ circumstances: { date, commit, machine }, ...page }: Page): string =>
  `${JSON.stringify({ date, commit, machine, ...page }, null, 2)}\n`;
