/**
 * The unpatched library: a copy of the installed one in which the patches of `packages/evm/patches`
 * are reversed, but for two faults that are mended here too. pnpm patches a version wherever it is
 * installed, so an alias of the same version would be patched as well. It is for tests; a node does
 * not load it. git must be installed.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const scope = "@ethereumjs";
const folder = fileURLToPath(new URL("../..", import.meta.url));
const patches = join(folder, "patches");
const installed = join(folder, "node_modules", scope);

export interface StockLibrary {
  readonly block: typeof import("@ethereumjs/block");
  readonly common: typeof import("@ethereumjs/common");
  readonly evm: typeof import("@ethereumjs/evm");
  readonly tx: typeof import("@ethereumjs/tx");
  readonly util: typeof import("@ethereumjs/util");
  readonly vm: typeof import("@ethereumjs/vm");
}

export interface LoadedStockLibrary {
  readonly library: StockLibrary;
  /** Imports another package of the scope on which these depend, by its name within the scope. */
  importPackage(name: string): Promise<unknown>;
}

/** Returns the packages of the scope on which a package depends; pnpm puts them beside it. */
const neighbours = (location: string) =>
  readdirSync(dirname(location)).map((name) => ({
    name,
    location: realpathSync(join(dirname(location), name)),
  }));

/**
 * Returns the real locations of the named packages and of all packages of the scope on which they
 * depend.
 */
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

/** Returns the names of the packages in a folder, with their scopes. */
const namesIn = (modules: string) =>
  readdirSync(modules).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name],
  );

/** Returns whether a file or folder of a package is imported as ES modules. Copies of thousands of files cost seconds. */
const isImported = (name: string) => !/[\\/]dist[\\/]cjs$|[\\/]src$|\.(?:map|md|d\.ts)$/.test(name);

/** Links the packages of other scopes, which are not copied. */
function linkOthers(location: string, target: string): void {
  const modules = dirname(dirname(location));
  for (const name of namesIn(modules)) {
    const link = join(target, name);
    if (name.startsWith(`${scope}/`) || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(join(modules, name)), link, "dir");
  }
}

function reversePatches(target: string): void {
  for (const file of readdirSync(patches)) {
    const name = file.slice(`${scope}__`.length, file.lastIndexOf("@"));
    // GIT_DIR keeps git from looking for the files in the repository around the folder.
    const options = { cwd: join(target, scope, name), env: { ...process.env, GIT_DIR: target } };
    execFileSync("git", ["apply", "--reverse", "--exclude=*.d.ts", join(patches, file)], options);
  }
}

const revertsAsCode = "this.common.isActivatedEIP(3541) && result.returnValue[0] === FORMAT";

/** Faults of the library, which its patched copy does not have, and what replaces them. */
const faults = [
  // The data of reverting init code are refused as if they were code.
  { file: "evm.js", fault: revertsAsCode, mended: `!result.exceptionError && ${revertsAsCode}` },
  // Code that begins with 0xef00 is treated as a container of EIP-3540, which no fork has.
  { file: "eof/util.js", fault: "return equalsBytes(EOFBYTES, check);", mended: "return false;" },
] as const;

function mendFaults(target: string): void {
  for (const { file, fault, mended } of faults) {
    const path = join(target, scope, "evm/dist/esm", file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(fault)) throw new Error(`${path} has no such fault`);
    writeFileSync(path, text.replace(fault, mended));
  }
}

let loaded: Promise<LoadedStockLibrary> | undefined;

/**
 * Copies the library, reverses the patches and imports the copy, once in a process. The copy is removed when the
 * process exits.
 * @throws {Error} when git is missing, or a patch cannot be reversed.
 */
export function loadStockLibrary(): Promise<LoadedStockLibrary> {
  loaded ??= loadCopy();
  return loaded;
}

async function loadCopy(): Promise<LoadedStockLibrary> {
  const copy = mkdtempSync(join(tmpdir(), "tandem-stock-"));
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  const target = join(copy, "node_modules");
  mkdirSync(join(target, scope), { recursive: true });
  const names = ["block", "common", "evm", "tx", "util", "vm"] as const;
  for (const [name, location] of locations(names)) {
    cpSync(location, join(target, scope, name), { recursive: true, filter: isImported });
    linkOthers(location, target);
  }
  reversePatches(target);
  mendFaults(target);
  const importPackage = (name: string): Promise<unknown> =>
    import(pathToFileURL(join(target, scope, name, "dist/esm/index.js")).href);
  const modules = await Promise.all(
    names.map(async (name) => [name, await importPackage(name)] as const),
  );
  return {
    library: Object.fromEntries(modules) as unknown as StockLibrary,
    importPackage,
  };
}
