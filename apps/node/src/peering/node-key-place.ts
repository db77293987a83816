/** Names the file with the key that identifies a node to others. */
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";

/** Returns the path of the key of a data directory: 64 hexadecimal digits. */
export const nodeKeyPath = (directory: string): string => join(directory, "node-key");

/** Copies the key to the directory that replaces its own, if there is one. */
export function copyNodeKey(from: string, to: string): void {
  if (existsSync(nodeKeyPath(from))) copyFileSync(nodeKeyPath(from), nodeKeyPath(to));
}
