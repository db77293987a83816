/** A state on disk: taken in when a chain begins, written when the node stops. */

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { type Chain, listAccounts } from "@tandem/chain";
import { UsageError } from "@tandem/cli";
import { Fault, whenLoaded } from "@tandem/primitives";
import type { Logger } from "@tandem/runtime";
import type { Store } from "@tandem/store";
import { decodeState } from "./decode.js";
import { encodeState } from "./encode.js";

/** The state after the head, as pieces of text. @throws {Fault} `bad-request` where the database lacks addresses. */
export async function dumpState(chain: Chain, store: Store): Promise<Iterable<string>> {
  const head = chain.head();
  const root = chain.blocks.edits.after(head);
  return encodeState(head, await listAccounts({ store, executor: chain.executor }, root));
}

/**
 * Into a chain that has not begun; one that has keeps the state it has.
 * @throws {UsageError} when the file cannot be read or is no dumped state.
 */
export async function loadStateFile(chain: Chain, fileName: string, logger: Logger): Promise<void> {
  const head = chain.head();
  const { edits } = chain.blocks;
  if (head.header.number !== chain.blocks.first || edits.rootOf(head.hash) !== undefined) {
    logger.info(
      { file: fileName },
      "the chain has a state of its own: --load-state is passed over",
    );
    return;
  }
  try {
    const accounts = await decodeState(readFileSync(fileName));
    await whenLoaded(() => chain.edit(() => accounts));
    logger.info({ file: fileName, accounts: accounts.length }, "state loaded");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    if (!(cause instanceof Fault) && !isFileError(cause)) throw cause;
    throw new UsageError(`--load-state: ${fileName}: ${reason}`, { cause });
  }
}

const isFileError = (error: unknown) => error instanceof Error && "syscall" in error;

/**
 * All of it or nothing: a stop in the middle leaves the file of before. A failure is logged, for
 * whoever stops has more to close.
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
