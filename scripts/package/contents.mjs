// What is in the package: its name, the modules that it exports, and the files that they read.
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The one place that says how the package is called. */
export const packageName = "tandem-node";

export const readJson = (name) => JSON.parse(readFileSync(resolve(root, name), "utf8"));

/** The version of everything in the repository: the root's manifest says it. */
export const version = readJson("package.json").version;

/** Modules of the package by the path that they are exported under, with the compiled module that each is. */
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

/** The name of an exported module's file in `lib`. */
export const fileOf = (path) => (path === "." ? "index" : path.slice(2));

/** Where the bundle finds what a module reads beside itself: below this folder, as in the repository. */
export const filesFolder = "files";

const nodeThread = "apps/test-tools/dist/thread/node-thread";

/** The commands, each of which is one file, by its name in `lib`. `scripts/package/bin/load.js` runs it. */
export const commands = {
  tandem: "apps/node/dist/main",
  "tandem-relay": "apps/ussd-relay/dist/main",
};

/**
 * Modules that threads of the package start, by the name of their file below the package: where the module that starts
 * one looks for it.
 */
export const started = {
  [`${filesFolder}/${nodeThread}`]: nodeThread,
  [`${filesFolder}/apps/node/bin/compute-thread`]: "apps/node/dist/threads/thread-main",
};

/** A thread that is started for every node is a file of its own, with what it uses alone. */
export const threads = ["packages/primitives/dist/worker/hashing-worker"];

/** Packages that are not in the bundle, since they have binaries, and with them those that the types name. */
export const dependencies = ["classic-level", "secp256k1", "zod"];

/** Packages of the user, for those of the exported modules that are of use beside them alone. */
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
  "packages/simulator/scenarios",
];

/** Texts at the top of the package, as they are in the repository. */
export const texts = ["CHANGELOG.md", "LICENSE"];

/** Packages whose code was compiled into files that are not made by the bundler. */
export const compiledIn = ["mcl-wasm", "assemblyscript", "@openzeppelin/contracts"];

/** Folder of an installed package of which one of our packages depends. */
export function installedFolder(name) {
  const places = ["", "packages/primitives", "packages/rpc", "apps/ussd-relay"];
  const stores = [...places.map((place) => join(root, place, "node_modules")), hoisted];
  const found = stores.map((store) => join(store, name, "package.json")).find(isThere);
  if (found === undefined) throw new Error(`${name} is not installed`);
  return dirname(found);
}

/** Where pnpm links every package that is installed. */
const hoisted = join(root, "node_modules/.pnpm/node_modules");

function isThere(file) {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}
