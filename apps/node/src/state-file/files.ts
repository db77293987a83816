/** Loads a state file when a chain begins, and writes one when the node stops. */

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { type Chain, listAccounts } from "@tandem/chain";
import { UsageError } from "@tandem/cli";
import { Fault, whenLoaded } from "@tandem/primitives";
import type { Logger } from "@tandem/runtime";
import type { Store } from "@tandem/store";
import type { Progress, ShowProgress } from "../commands/progress.js";
import { fileReason } from "../files/unreadable.js";
import { decodeState } from "./decode.js";
import { encodeState } from "./encode.js";

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
 * Loads a state into a chain at genesis; a chain with blocks keeps its state.
 * @throws {UsageError} if the file cannot be read or is no dumped state.
 */
export async function loadStateFile(
  chain: Chain,
  fileName: string,
  logger: Logger,
  showProgress?: ShowProgress,
): Promise<void> {
  const head = chain.head();
  const { edits } = chain.blocks;
  if (head.header.number !== chain.blocks.first || edits.rootOf(head.hash) !== undefined) {
    logger.info({ file: fileName }, "the chain has blocks: --load-state is ignored");
    return;
  }
  let progress: Progress | undefined;
  try {
    const accounts = await decodeState(readFileSync(fileName), {
      tell(read, total) {
        progress ??= showProgress?.(`bytes of ${basename(fileName)}`, total);
        progress?.at(read);
      },
    });
    await whenLoaded(() => chain.edit(() => accounts));
    logger.info({ file: fileName, accounts: accounts.length }, "state loaded");
  } catch (cause) {
    const reason = cause instanceof Fault ? cause.message : fileReason(cause);
    if (!(cause instanceof Fault) && !isFileError(cause)) throw cause;
    throw new UsageError(`--load-state: ${fileName}: ${reason}`, { cause });
  } finally {
    progress?.end();
  }
}

const isFileError = (error: unknown) => error instanceof Error && "syscall" in error;

/**
 * Writes the file atomically: an interruption leaves the previous file. A failure is logged, since
 * the caller must close other parts.
 */
export async function dumpStateFile(
  chain: Chain,
  store: Store,
  fileName: string,
  logger: Logger,
): Promise<void> {
  try {
    const text = [...(await dumpState(chain, store))].join("");
    const unfinished = `${fileName}.unfinished`;
    writeFileSync(unfinished, text, { flush: true });
    renameSync(unfinished, fileName);
    logger.info({ file: fileName }, "state dumped");
  } catch (error) {
    logger.error({ file: fileName, error }, "the state could not be dumped");
  }
}
