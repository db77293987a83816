/**
 * Puts a directory in the place of another by renames, so that whoever is killed in between leaves one
 * of the two whole. The steps: the new one is made as `DIR.repairing`; once it stands on the disk it is
 * `DIR.repaired`; `DIR` becomes `DIR.damaged-TIME`; `DIR.repaired` becomes `DIR`. Only between the last
 * two is there no `DIR`, and a node does not begin a new chain beside a `DIR.repaired`.
 */
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Fault } from "@tandem/primitives";

export interface SwapNames {
  readonly directory: string;
  readonly making: string;
  readonly repaired: string;
  readonly damaged: string;
}

/** Name of a repaired directory that waits to take the place of another. */
export const repairedName = (directory: string): string => `${resolve(directory)}.repaired`;

/** @param nowMs Unix milliseconds, for the name of the copy. */
export function namesFor(given: string, nowMs: number): SwapNames {
  const directory = existsSync(given) ? realpathSync(given) : resolve(given);
  const time = new Date(nowMs)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "");
  return {
    directory,
    making: `${directory}.repairing`,
    repaired: repairedName(directory),
    damaged: `${directory}.damaged-${time}`,
  };
}

/**
 * Gives a directory and its files the owner of the one they take the place of, for whoever repairs may
 * not be the one who runs the node, and waits until the disk has them.
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

/** @throws {Fault} `unusable-data` where the directory cannot be renamed: nothing has changed then. */
export function swapIn({ directory, making, repaired, damaged }: SwapNames): void {
  const parent = dirname(directory);
  rmSync(repaired, { recursive: true, force: true });
  renameSync(making, repaired);
  sync(parent);
  try {
    renameSync(directory, damaged);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    const message =
      `${directory} is unchanged, since it cannot be renamed (${reason}); the repaired chain is ` +
      `${repaired}: start the node with --data-dir ${repaired}, or move it yourself`;
    throw new Fault({ code: "unusable-data", message }, { cause });
  }
  renameSync(repaired, directory);
  sync(parent);
}

/** Takes the last step of a repair that was interrupted before it. @returns whether there was one. */
export function finishSwap({ directory, repaired }: SwapNames): boolean {
  if (existsSync(directory) || !existsSync(repaired)) return false;
  renameSync(repaired, directory);
  sync(dirname(directory));
  return true;
}
