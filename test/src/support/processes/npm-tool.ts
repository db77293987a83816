/**
 * Provides tools from npm packages, installed once for a clone. Each test has its own folder with
 * them. The package manager of this repository installs them, in a tenth of npm's processor time.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { messageOf } from "@tandem/runtime";
import { patienceMs } from "../eventually.js";
import { cachedFolder } from "./file-cache.js";
import { registryEnvironment } from "./registry-environment.js";

const setUp = new URL("../../../../scripts/setup.mjs", import.meta.url).href;

export interface Tool {
  /** A new folder in which the installed packages are found. */
  readonly folder: string;
  /** Returns the path of a file of an installed package, such as a binary without its launcher. */
  path(file: string): string;
  readonly remove: () => void;
}

/**
 * @param name package and exact version, or several separated by spaces.
 * @param overrides versions that replace those of the package's own dependencies.
 * @returns the reason why it is unavailable if the registry is unreachable.
 */
export async function installTool(
  name: string,
  overrides: Readonly<Record<string, string>> = {},
): Promise<Tool | string> {
  const manifest = JSON.stringify({ private: true });
  // JSON is also YAML.
  const workspace = JSON.stringify({ packages: ["."], nodeLinker: "hoisted", overrides });
  const flags = ["--ignore-scripts", "--save-exact", "--reporter=append-only"];
  let installed: string;
  try {
    installed = await cachedFolder("tool", [name, workspace, process.version], async (draft) => {
      const { pnpm } = (await import(setUp)) as { readonly pnpm: string };
      writeFileSync(join(draft, "package.json"), manifest);
      writeFileSync(join(draft, "pnpm-workspace.yaml"), workspace);
      const add = ["-y", pnpm, "add", "-w", ...flags, ...name.split(" ")];
      const env = registryEnvironment();
      await promisify(execFile)("npx", add, { cwd: draft, env, timeout: patienceMs });
    });
  } catch (error) {
    return `${name} cannot be installed: ${messageOf(error)}`;
  }
  const folder = mkdtempSync(join(tmpdir(), "tandem-tool-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(folder, "package.json"), manifest);
  symlinkSync(join(installed, "node_modules"), join(folder, "node_modules"), "junction");
  return {
    folder,
    path: (file) => join(folder, "node_modules", file),
    remove,
  };
}
