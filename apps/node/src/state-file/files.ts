/** Loads a state file when a chain begins, and writes one when the node stops. */

import { rmSync, statSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { Chain } from "@tandem/chain";
import { fileReason, UsageError } from "@tandem/cli";
import { Fault, unusableData, whenLoaded } from "@tandem/primitives";
import { cancellationOf, type Logger } from "@tandem/runtime";
import type { Store } from "@tandem/store";
import type { ResolvedSettings } from "../config/resolved-settings.js";
import type { Progress, ShowProgress } from "../console/progress.js";
import { readBounded } from "../files/read-bounded.js";
import { destinationOf, replaceFiles } from "../files/replaced-file.js";
import type { Fork } from "../fork/fork.js";
import { ontoFork } from "../fork/loaded-state.js";
import { decodeState } from "./decode.js";
import { dumpState } from "./dump.js";
import { stateFileBytesMax } from "./limits.js";

interface StateFileOptions extends Pick<ResolvedSettings, "config" | "spell"> {
  readonly logger: Logger;
}

interface LoadOptions extends StateFileOptions {
  /** Shows the progress of a large file. By default there is no display. */
  readonly showProgress?: ShowProgress | undefined;
  /** Ends the loading when it is aborted. */
  readonly leaving?: AbortSignal | undefined;
}

/**
 * Loads the state of the settings, if there is one, into a chain at genesis; a chain with blocks keeps its state.
 * @throws {UsageError} if the file cannot be read or is no dumped state.
 * @throws the reason of `leaving`, once it is aborted.
 */
export async function loadStateFile(
  { chain, fork }: { readonly chain: Chain; readonly fork: Fork | undefined },
  { config, logger, showProgress, leaving, spell }: LoadOptions,
): Promise<void> {
  const fileName = config["load-state"];
  if (fileName === undefined) return;
  const head = chain.head();
  const { edits } = chain.blocks;
  if (head.header.number !== chain.blocks.first || edits.rootOf(head.hash) !== undefined) {
    logger.info({ file: fileName }, `the chain has blocks: ${spell("load-state")} is ignored`);
    return;
  }
  let progress: Progress | undefined;
  try {
    const bytes = await readBounded(fileName, stateFileBytesMax, leaving);
    const decoded = await decodeState(bytes, {
      leaving,
      tell(read, total) {
        progress ??= showProgress?.(`bytes of ${basename(fileName)}`, total);
        progress?.at(read);
      },
    });
    const accounts = await ontoFork(decoded, fork);
    await whenLoaded(() => chain.edit(() => accounts, leaving && cancellationOf(leaving)));
    logger.info({ file: fileName, accounts: accounts.length }, "state loaded");
  } catch (cause) {
    leaving?.throwIfAborted();
    const isExplained = cause instanceof Fault || cause instanceof UsageError;
    if (!isExplained && !isFileError(cause)) throw cause;
    const reason = isExplained ? cause.message : fileReason(cause);
    throw new UsageError(`${spell("load-state")}: ${fileName}: ${reason}`, { cause });
  } finally {
    progress?.end();
  }
}

const isFileError = (error: unknown) => error instanceof Error && "syscall" in error;

/**
 * Makes sure at the start that the state can be written at the end, when it would be lost.
 * @throws {UsageError} if the file cannot be written.
 */
export function assertDumpFile({ config, spell }: ResolvedSettings): void {
  const fileName = config["dump-state"];
  if (fileName === undefined) return;
  const place = spell("dump-state");
  const problem = (reason: string, cause?: unknown) =>
    new UsageError(`${place}: ${fileName} cannot be written: ${reason}`, { cause });
  try {
    const former = statSync(fileName, { throwIfNoEntry: false });
    // Something else than a file, such as a device, would be replaced by the file.
    if (former !== undefined && !former.isFile()) throw problem("it is not a file");
    const { written } = destinationOf(fileName);
    writeFileSync(written, "");
    rmSync(written);
  } catch (cause) {
    throw cause instanceof UsageError ? cause : problem(fileReason(cause), cause);
  }
}

/**
 * Writes the state to the file of the settings, if there is one, atomically.
 * @throws {Fault} `unusable-data` if it cannot be written.
 */
export async function dumpStateFile(
  chain: Chain,
  store: Store,
  { config, logger, spell }: StateFileOptions,
): Promise<void> {
  const fileName = config["dump-state"];
  if (fileName === undefined) return;
  const text = await dumpState(chain, store);
  try {
    replaceFiles([{ name: fileName, text }]);
  } catch (cause) {
    const message = `${spell("dump-state")}: the state is lost: ${fileName} cannot be written: ${fileReason(cause)}`;
    throw unusableData(message, cause);
  }
  logger.info({ file: fileName }, "state dumped");
}
