/** Names the custom error with which a transaction failed, by ABIs in files and by well-known ones. */
import { UsageError, unreadable } from "@tandem/cli";
import type { AbiItem } from "@tandem/explorer/abi";
import { toHex } from "@tandem/primitives";
import { messageOf } from "@tandem/runtime";
import { readTextSync } from "@tandem/runtime/files";
import { smallFileBytesMax } from "../../files/limits.js";
import type { TransactionFacts } from "./read-transaction.js";

/** Loads the decoder when it is needed, since it takes longer than the rest of the command. */
const loadDecoder = () => import("@tandem/explorer/abi");

/**
 * Returns the items of all files.
 * @throws {UsageError} for a file that cannot be read, or has no ABI.
 */
export async function readAbiFiles(files: readonly string[]): Promise<readonly AbiItem[]> {
  if (files.length === 0) return [];
  const { readAbi } = await loadDecoder();
  return files.flatMap((file) => {
    const text = textOf(file);
    try {
      return readAbi(text);
    } catch (cause) {
      const reason = messageOf(cause);
      throw new UsageError(`--abi: ${file}: ${reason}`, { cause });
    }
  });
}

function textOf(file: string): string {
  try {
    return readTextSync(file, smallFileBytesMax);
  } catch (cause) {
    throw new UsageError(`--abi: ${unreadable(file, cause)}`, { cause });
  }
}

/** Adds the custom error to the failure of a transaction if an ABI declares it. */
export async function withCustomError(
  facts: TransactionFacts,
  abi: readonly AbiItem[],
): Promise<TransactionFacts> {
  const { mined } = facts;
  const failure = mined?.failure;
  if (mined === undefined || failure?.output === undefined) return facts;
  if (failure.reason !== undefined) return facts;
  const { reasonText } = await loadDecoder();
  const customError = reasonText(toHex(failure.output), abi);
  if (customError === undefined) return facts;
  return { ...facts, mined: { ...mined, failure: { ...failure, customError } } };
}
