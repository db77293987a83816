/** Creates files with keys and passphrases. */
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from "node:fs";
import { fileReason, UsageError } from "@tandem/cli";

/** Thrown when a file could be created and not be written, such as on a full disk. It is removed. */
export class UnwrittenFile extends Error {}

/** The mode of a file that only its owner reads and writes. */
const ownerOnly = 0o600;

/**
 * Makes sure that `createSecretFile` can create a file, before something is done that its text describes.
 * @throws {UsageError} if it cannot be created.
 */
export function assertCreatable(file: string): void {
  closeSync(create(file));
  rmSync(file);
}

/**
 * Writes a file that must not exist, and that only its owner can read.
 * @throws {UsageError} if it cannot be created.
 * @throws {UnwrittenFile} if its text cannot be written.
 */
export function createSecretFile(file: string, text: string): void {
  const descriptor = create(file);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } catch (cause) {
    rmSync(file);
    throw new UnwrittenFile(`${file} cannot be written: ${fileReason(cause)}`, { cause });
  } finally {
    closeSync(descriptor);
  }
}

function create(file: string): number {
  try {
    return openSync(file, "wx", ownerOnly);
  } catch (cause) {
    const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    const reason = isThere ? "it exists already" : fileReason(cause);
    throw new UsageError(`${file} cannot be made: ${reason}`, { cause });
  }
}
