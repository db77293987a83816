/**
 * @ethereumjs as its registry has it: a copy of what is installed, with the patches of
 * `packages/state/patches` taken back. pnpm patches a version wherever it is asked for, so another
 * name for the same version would be patched as well. Needs git, which takes the patches back.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const scope = "@ethereumjs";
const root = fileURLToPath(new URL("../../..", import.meta.url));
const patches = join(root, "packages/state/patches");
const installed = join(root, "test/node_modules", scope);

export interface UnpatchedLibrary {
  readonly block: typeof import("@ethereumjs/block");
  readonly common: typeof import("@ethereumjs/common");
  readonly statemanager: typeof import("@ethereumjs/statemanager");
  readonly tx: typeof import("@ethereumjs/tx");
  readonly util: typeof import("@ethereumjs/util");
  readonly vm: typeof import("@ethereumjs/vm");
}

/** Packages of the scope a package depends on, by name; pnpm has them beside it. */
const neighbours = (location: string) =>
  readdirSync(dirname(location)).map((name) => ({
    name,
    location: realpathSync(join(dirname(location), name)),
  }));

/** Where every package of the scope really is, from those that are asked for on. */
function locations(names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const queue = names.map((name) => ({ name, location: realpathSync(join(installed, name)) }));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const known = found.get(next.name);
    if (known === next.location) continue;
    if (known !== undefined) throw new Error(`${scope}/${next.name} is installed twice`);
    found.set(next.name, next.location);
    queue.push(...neighbours(next.location));
  }
  return found;
}

/** Names of what is in a folder of packages, those of a scope with it. */
const namesIn = (modules: string) =>
  readdirSync(modules).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name],
  );

/** Everything that is not of the scope stays where it is. */
function linkOthers(location: string, target: string): void {
  const modules = dirname(dirname(location));
  for (const name of namesIn(modules)) {
    const link = join(target, name);
    if (name.startsWith(`${scope}/`) || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(join(modules, name)), link, "dir");
  }
}

function takeBack(target: string): void {
  for (const file of readdirSync(patches)) {
    const name = file.slice(`${scope}__`.length, file.lastIndexOf("@"));
    // Outside of a repository, or git would look for the files in that one.
    const options = { cwd: join(target, scope, name), env: { ...process.env, GIT_DIR: target } };
    execFileSync("git", ["apply", "--reverse", join(patches, file)], options);
  }
}

/**
 * @returns the modules, and an end that removes the copy.
 * @throws {Error} when git is missing, or a patch cannot be taken back.
 */
export async function loadUnpatchedLibrary(): Promise<{
  readonly library: UnpatchedLibrary;
  dispose(): void;
}> {
  const folder = mkdtempSync(join(tmpdir(), "tandem-unpatched-"));
  const target = join(folder, "node_modules");
  mkdirSync(join(target, scope), { recursive: true });
  const names = ["block", "common", "statemanager", "tx", "util", "vm"] as const;
  for (const [name, location] of locations(names)) {
    cpSync(location, join(target, scope, name), { recursive: true });
    linkOthers(location, target);
  }
  takeBack(target);
  const modules = await Promise.all(
    names.map(async (name) => {
      const file = join(target, scope, name, "dist/esm/index.js");
      return [name, await import(pathToFileURL(file).href)] as const;
    }),
  );
  return {
    library: Object.fromEntries(modules) as unknown as UnpatchedLibrary,
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
