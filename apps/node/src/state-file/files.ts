/** Loads a state file when a chain begins, and writes one when the node stops. */

import { rmSync, statSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { type Chain, listAccounts } from "@tandem/chain";
import { fileReason, UsageError } from "@tandem/cli";
import { Fault, whenLoaded } from "@tandem/primitives";
import { cancellationOf } from "@tandem/runtime";
import type { Store } from "@tandem/store";
import type { Progress } from "../commands/progress.js";
import type { NodeOptions } from "../compose.js";
import type { ResolvedSettings } from "../config/resolved-settings.js";
import { readBounded } from "../files/read-bounded.js";
import { destinationOf, replaceFiles } from "../files/replaced-file.js";
import { ontoFork } from "../fork/loaded-state.js";
import type { NodeChain } from "../open-node-chain.js";
import { decodeState } from "./decode.js";
import { encodeState } from "./encode.js";
import { stateFileBytesMax } from "./limits.js";

/**
 * Returns the state after the head as pieces of text.
 * @throws {Fault} `bad-request` if the database lacks addresses.
 */
export async function dumpState(chain: Chain, store: Store): Promise<Iterable<string>> {
  const head = chain.head();
  const root = chain.blocks.edits.after(head);
  return encodeState(head, await listAccounts({ store, executor: chain.executor }, root));
}

/**
 * Loads the state of the settings, if there is one, into a chain at genesis; a chain with blocks keeps its state.
 * @throws {UsageError} if the file cannot be read or is no dumped state.
 * @throws the reason of `leaving`, once it is aborted.
 */
export async function loadStateFile(
  { chain, fork }: Pick<NodeChain, "chain" | "fork">,
  {
    config,
    logger,
    showProgress,
    leaving,
    spell,
  }: Pick<NodeOptions, "config" | "logger" | "showProgress" | "leaving" | "spell">,
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
  { config, logger, spell }: Pick<NodeOptions, "config" | "logger" | "spell">,
): Promise<void> {
  const fileName = config["dump-state"];
  if (fileName === undefined) return;
  const text = [...(await dumpState(chain, store))].join("");
  try {
    replaceFiles([{ name: fileName, text }]);
  } catch (cause) {
    const message = `${spell("dump-state")}: the state is lost: ${fileName} cannot be written: ${fileReason(cause)}`;
    throw new Fault({ code: "unusable-data", message }, { cause });
  }
  logger.info({ file: fileName }, "state dumped");
}
