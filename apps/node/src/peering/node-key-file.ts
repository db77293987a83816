/** Keeps the key that identifies a node to others, in a file beside its database. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createNodeKey, type NodeKey, nodeKeyOf } from "@tandem/peers";
import { fromHex, hexDigits, unusableData } from "@tandem/primitives";

const fileName = "node-key";

/**
 * Returns the key of a data directory, which is created with the first start; a new one without a directory.
 * @throws {Fault} `unusable-data` for a file of another form.
 */
export function keptNodeKey(directory: string | undefined): NodeKey {
  if (directory === undefined) return createNodeKey();
  const path = join(directory, fileName);
  const found = readIfExists(path);
  if (found !== undefined) return keyIn(found, path);
  const key = createNodeKey();
  writeFileSync(path, `${hexDigits(key.privateKey)}\n`, { mode: 0o600, flag: "wx" });
  return key;
}

function keyIn(text: string, path: string): NodeKey {
  try {
    return nodeKeyOf(fromHex(`0x${text.trim()}`));
  } catch (cause) {
    throw unusableData(`${path} is no key of 64 hexadecimal digits`, cause);
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw unusableData(`${path} cannot be read`, cause);
  }
}
