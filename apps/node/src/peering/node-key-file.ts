/** Keeps the key that identifies a node to others, in a file beside its database. */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileReason, isMissingFile } from "@tandem/cli";
import { createNodeKey, type NodeKey, nodeKeyOf } from "@tandem/peers";
import { bytesOfHex, hexDigits, unusableData } from "@tandem/primitives";
import type { Logger } from "@tandem/runtime";
import { nodeKeyPath } from "./node-key-place.js";

/**
 * Returns the key of a data directory, which is created with the first start; a new one without a directory. If the
 * file cannot be written, others know this node until its end alone, which is logged.
 * @throws {Fault} `unusable-data` for a file that cannot be read, or has another form.
 */
export function keptNodeKey(directory: string | undefined, logger: Logger): NodeKey {
  if (directory === undefined) return createNodeKey();
  const path = nodeKeyPath(directory);
  const found = readIfExists(path);
  if (found !== undefined) return keyIn(found, path);
  const key = createNodeKey();
  try {
    writeKey(path, key);
  } catch (cause) {
    logger.warn({ path, reason: fileReason(cause) }, "the key of this node cannot be kept");
  }
  return key;
}

/** Gives the file its name once it is complete: a node refuses to start with a part of a key. */
function writeKey(path: string, { privateKey }: NodeKey): void {
  const written = `${path}.unfinished`;
  try {
    writeFileSync(written, `${hexDigits(privateKey)}\n`, { mode: 0o600, flush: true });
    renameSync(written, path);
  } catch (cause) {
    rmSync(written, { force: true });
    throw cause;
  }
}

const privateKeyBytes = 32;

function keyIn(text: string, path: string): NodeKey {
  const wrong = `${path} has no key of 64 hexadecimal digits: remove it to get a new one`;
  const bytes = bytesOfHex(`0x${text.trim()}`);
  if (bytes?.length !== privateKeyBytes) throw unusableData(wrong);
  try {
    return nodeKeyOf(bytes);
  } catch (cause) {
    throw unusableData(wrong, cause);
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if (isMissingFile(cause)) return undefined;
    throw unusableData(`${path} cannot be read: ${fileReason(cause)}`, cause);
  }
}
