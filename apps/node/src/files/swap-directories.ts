/**
 * Replaces a directory by renames, so that one of the two is complete after a crash at any time.
 * The steps: the new one is built as `DIR.repairing`; once it is on the disk it is `DIR.repaired`;
 * `DIR` becomes `DIR.damaged-TIME`; `DIR.repaired` becomes `DIR`. Only between the last two does
 * `DIR` not exist, and a node does not start a new chain beside a `DIR.repaired`. Where `DIR` cannot be
 * renamed, the new one stays beside it as `DIR.repaired-TIME`.
 */
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { unusableData } from "@tandem/primitives";
import { messageOf } from "@tandem/runtime";
import { behindLinks } from "./replaced-file.js";

export interface SwapNames {
  readonly directory: string;
  readonly making: string;
  readonly repaired: string;
  readonly damaged: string;
  /** The name of one that stays beside the old one. A node may use it from then on, so no repair removes it. */
  readonly beside: string;
}

const nameOfRepaired = (directory: string) => `${directory}.repaired`;

/** Returns the name of a repaired directory that is about to replace another. */
export const repairedName = (given: string): string => nameOfRepaired(behindLinks(given));

/** @param nowMs Unix milliseconds, for the name of the copy. */
export function namesFor(given: string, nowMs: number): SwapNames {
  const directory = behindLinks(given);
  const time = new Date(nowMs)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "");
  return {
    directory,
    making: `${directory}.repairing`,
    repaired: nameOfRepaired(directory),
    damaged: `${directory}.damaged-${time}`,
    beside: `${nameOfRepaired(directory)}-${time}`,
  };
}

/**
 * Gives a directory and its files the owner of the one they replace, since a repair may run as another
 * user than the node, and waits until they are on the disk.
 */
export function finishFiles(made: string, like: string): void {
  const { uid, gid } = statSync(like);
  for (const path of [...readdirSync(made).map((name) => join(made, name)), made]) {
    if (process.getuid?.() === 0) chownSync(path, uid, gid);
    sync(path);
  }
}

function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** @throws {Fault} `unusable-data` if the directory cannot be renamed: nothing has changed then. */
export function swapIn({ directory, making, repaired, damaged, beside }: SwapNames): void {
  const parent = dirname(directory);
  rmSync(repaired, { recursive: true, force: true });
  renameSync(making, repaired);
  sync(parent);
  try {
    renameSync(directory, damaged);
  } catch (cause) {
    renameSync(repaired, beside);
    sync(parent);
    const reason = messageOf(cause);
    const message =
      `${directory} is unchanged, since it cannot be renamed (${reason}); the repaired chain is ` +
      `${beside}: start the node with --data-dir ${beside}, or move it yourself`;
    throw unusableData(message, cause);
  }
  renameSync(repaired, directory);
  sync(parent);
}

/** Completes a repair that was interrupted before its last step. Returns whether there was one. */
export function finishSwap({ directory, repaired }: SwapNames): boolean {
  if (existsSync(directory) || !existsSync(repaired)) return false;
  renameSync(repaired, directory);
  sync(dirname(directory));
  return true;
}
