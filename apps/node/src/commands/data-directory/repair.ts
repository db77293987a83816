/**
 * Implements `tandem repair DIR`: rebuilds the longest verifiable chain and replaces a damaged one
 * with it.
 */

import { rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { type Rebuilt, rebuildChain } from "@tandem/chain";
import { ExitCode, jsonFlag, printable, readFlags, writeJson } from "@tandem/cli";
import { blockRange, counted, isOrAre, unusableData } from "@tandem/primitives";
import { cancellationOf, steadyClock, systemClock } from "@tandem/runtime";
import { describeDamage, inspectLevelFiles, openStore } from "@tandem/store";
import { configFlags, configOf } from "../../config/config.js";
import type { ResolvedSettings } from "../../config/resolved-settings.js";
import { createProgress } from "../../console/progress.js";
import {
  finishFiles,
  finishSwap,
  namesFor,
  type SwapNames,
  swapIn,
} from "../../files/swap-directories.js";
import { copyNodeKey } from "../../peering/node-key-place.js";
import type { CommandBody } from "../command-body.js";
import { untilSignal } from "../until-signal.js";
import { type Examination, examine } from "./examine.js";
import { nodeFlags, nodeFlagsNote } from "./node-flags.js";
import { describeDamages } from "./report-damages.js";

export const body: CommandBody = {
  about:
    "Replaces a damaged chain by the longest part of it that can be verified, and keeps a copy of the directory.",
  options: { json: jsonFlag, ...configFlags },
  unlisted: nodeFlags,
  notes: `${nodeFlagsNote}

Exit code: 0 repaired, or intact before, 1 it cannot be repaired or is in use by a node, 2 DIR is no data
directory or a flag is wrong, 130 a signal ended it.`,
  async run({ operands: [directory = ""], given, output, errors }) {
    const settings = configOf(given, process.env);
    const { json: isJson } = readFlags({ json: jsonFlag }, given);
    const made = await untilSignal((leaving) => repair(directory, settings, leaving));
    if (made !== undefined) {
      const report = isJson ? jsonTo(output) : sentencesTo(output);
      report(made);
      return ExitCode.done;
    }
    errors.write("tandem: repair: stopped before the end; nothing was changed\n");
    return ExitCode.interrupted;
  },
};

/** The result of a repair. */
type Repair =
  | { readonly directory: string; readonly outcome: "finished" | "sound" }
  | (Rebuilt & {
      readonly directory: string;
      readonly outcome: "repaired";
      readonly damages: readonly string[];
      /** The directory with the original data. */
      readonly copy: string;
    });

type Report = (repair: Repair) => void;

const jsonTo =
  (output: Writable): Report =>
  (repair) =>
    writeJson(output, repair);

const sentencesTo =
  (output: Writable): Report =>
  (repair) => {
    output.write(`${describe(repair).map(printable).join("\n")}\n`);
  };

/**
 * @param leaving ends it when it is aborted, unless the directory is being replaced.
 * @throws {UsageError}
 * @throws {Fault} `unusable-data`, `no-space`; the directory is then unchanged.
 */
async function repair(
  directory: string,
  settings: ResolvedSettings,
  leaving: AbortSignal,
): Promise<Repair> {
  const names = namesFor(directory, systemClock.now());
  if (finishSwap(names)) return { directory, outcome: "finished" };
  const found = await examine("repair", directory, settings, leaving);
  try {
    if (found.isSound) return { directory, outcome: "sound" };
    const damages = describeDamages(found);
    const rebuilt = await build(found, names, leaving);
    swapIn(names);
    return { directory, outcome: "repaired", damages, copy: names.damaged, ...rebuilt };
  } finally {
    await found.close();
  }
}

/**
 * Builds the new database beside the old one, and waits until it is on the disk. Removes what it has
 * built if it fails.
 * @throws {Fault}
 */
async function build(
  found: Examination,
  { making, directory }: SwapNames,
  leaving: AbortSignal,
): Promise<Rebuilt> {
  if (found.spec.genesis.forkedFrom !== undefined) {
    const message =
      "a chain that forks another cannot be repaired, because state of the other chain has no hash " +
      "to verify it with: restore a backup, or fork again in another data directory";
    throw unusableData(message);
  }
  const remove = () => rm(making, { recursive: true, force: true });
  await remove();
  try {
    const rebuilt = await rebuildIn(making, found, leaving);
    copyNodeKey(directory, making);
    finishFiles(making, directory);
    await assertSound(making);
    leaving.throwIfAborted();
    return rebuilt;
  } catch (failure) {
    await remove();
    throw failure;
  }
}

async function rebuildIn(
  making: string,
  { store: source, spec }: Examination,
  leaving: AbortSignal,
): Promise<Rebuilt> {
  let progress: ReturnType<typeof createProgress> | undefined;
  const target = await openStore({ directory: making, isDurable: false });
  const onBlock = (done: number, total: number) => {
    leaving.throwIfAborted();
    progress ??= createProgress("blocks", total);
    progress.at(done);
  };
  try {
    const cancellation = cancellationOf(leaving);
    const options = { source, target, spec, clock: steadyClock, onBlock, cancellation };
    return await rebuildChain(options);
  } finally {
    progress?.end();
    await target.close();
  }
}

async function assertSound(making: string): Promise<void> {
  const { damages } = await inspectLevelFiles(making, Number.POSITIVE_INFINITY);
  const [first] = damages;
  if (first === undefined) return;
  const message = `the disk does not store what is written to ${making}: ${describeDamage(first)}`;
  throw unusableData(message);
}

function describe(repair: Repair): string[] {
  const { directory } = repair;
  if (repair.outcome !== "repaired") {
    return repair.outcome === "sound"
      ? [`${directory} is sound: nothing was changed`]
      : [`the interrupted repair of ${directory} is complete`];
  }
  const { damages, head, blocks, recordedHead, lost, copy } = repair;
  const missing =
    recordedHead !== undefined && recordedHead > head
      ? [`${blockRange(head + 1, recordedHead)} of the chain ${isOrAre(recordedHead - head)} lost`]
      : [];
  return [
    ...damages,
    `the chain is kept up to block ${head}, with ${counted(blocks, "block")} on all branches`,
    ...missing,
    ...lost.map((clause) => `not kept: ${clause}`),
    `${directory} is repaired; a copy of the damaged directory is ${copy}`,
  ];
}
