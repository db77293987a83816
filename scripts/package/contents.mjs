// Defines the contents of the package: its name, the modules that it exports, and the files that
// they read.
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The name of the package, which is defined only here. */
export const packageName = "tandem-node";

export const readJson = (name) => JSON.parse(readFileSync(resolve(root, name), "utf8"));

/** The version of all packages, which the manifest at the root of the repository defines. */
export const version = readJson("package.json").version;

/** The exported paths of the package, each with its compiled module. */
export const exported = {
  ".": "apps/node/dist/create-node",
  "./viem": "apps/node/dist/viem",
  "./client": "packages/rpc/dist/client/client",
  "./simulator": "packages/simulator/dist/index",
  "./vitest": "apps/test-tools/dist/vitest",
  "./vitest-setup": "apps/test-tools/dist/vitest-setup",
  "./jest": "apps/test-tools/dist/jest",
  "./prool": "apps/test-tools/dist/prool",
  "./hardhat": "apps/test-tools/dist/hardhat",
  "./hardhat2": "apps/test-tools/dist/hardhat2",
};

/** Returns the name of an exported module's file in `lib`. */
export const fileOf = (path) => (path === "." ? "index" : path.slice(2));

/** The folder of the files that modules read, with the same paths as in the repository. */
export const filesFolder = "files";

const nodeThread = "apps/test-tools/dist/thread/node-thread";

/**
 * The commands by their names in `lib`, each of which is one file. `scripts/package/bin/load.js`
 * runs it.
 */
export const commands = {
  tandem: "apps/node/dist/main",
  "tandem-relay": "apps/ussd-relay/dist/main",
};

/**
 * Modules that threads of the package start, by their path in the package: the location at which
 * the starting module expects them.
 */
export const started = {
  [`${filesFolder}/${nodeThread}`]: nodeThread,
  [`${filesFolder}/apps/node/bin/thread`]: "apps/node/dist/threads/thread-main",
};

/** Threads that a node starts by itself are files of their own, with the code that only they use. */
export const threads = [
  "packages/primitives/dist/hashing-worker",
  "packages/evm/dist/script/script-worker",
];

/** Packages that are not in the bundle: those with binaries, and those that the types name. */
export const dependencies = ["classic-level", "secp256k1", "tiny-secp256k1", "zod"];

/** Packages of the user, for exported modules that are useful only with them. */
export const peers = {
  hardhat: ">=2.26.0 <4",
  "jest-environment-node": ">=29.0.0",
  viem: ">=2.48.0 <3",
};

/** Files and folders that modules read, by their names in the repository. */
export const files = [
  "apps/explorer/dist/site",
  "apps/ussd-relay/contracts/artifacts.json",
  "apps/ussd-relay/dist/menu/gsm.js",
  "apps/ussd-relay/dist/page",
  "apps/ussd-relay/phone",
  "docs/difficulty-study.csv",
  "packages/evm/dist/wasm/arithmetic.wasm",
  "packages/evm/dist/wasm/engine.wasm",
  "packages/evm/dist/wasm/mcl.wasm",
  "packages/evm/dist/wasm/quickjs.wasm",
  "packages/simulator/scenarios",
];

/** Texts at the root of the package, as in the repository. */
export const texts = ["CHANGELOG.md", "LICENSE"];

/** Packages whose code was compiled into files that the bundler does not create. */
export const compiledIn = ["mcl-wasm", "assemblyscript", "@openzeppelin/contracts"];

/** Returns the folder of an installed package that one of our packages depends on. */
export function installedFolder(name) {
  const places = ["", "packages/primitives", "packages/rpc", "apps/ussd-relay"];
  const stores = [...places.map((place) => join(root, place, "node_modules")), hoisted];
  const found = stores.map((store) => join(store, name, "package.json")).find(isThere);
  if (found === undefined) throw new Error(`${name} is not installed`);
  return dirname(found);
}

/** The folder in which pnpm links every installed package. */
const hoisted = join(root, "node_modules/.pnpm/node_modules");

function isThere(file) {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}
