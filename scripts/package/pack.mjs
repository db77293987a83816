// Packs a folder as npm would for a registry.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/**
 * @param {string} folder of a package.
 * @param {string} out folder for the file.
 * @returns the path of the file, its bytes, and the bytes of its content.
 */
export function pack(folder, out) {
  mkdirSync(out, { recursive: true });
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", out];
  const { error, status, stdout, stderr } = spawnSync("npm", args, {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  const [{ filename, size, unpackedSize }] = JSON.parse(stdout);
  return { file: join(out, filename), size, unpackedSize };
}
