// Bundles the modules of the package; code that several of them share is in files of its own.
import { join } from "node:path";
import { build } from "esbuild";
import { forNode } from "../bundle-file.mjs";
import { bundledInputs, places, usedOfZod, withoutCompanions } from "../bundle-plugins.mjs";
import {
  commands,
  dependencies,
  exported,
  fileOf,
  filesFolder,
  peers,
  root,
  started,
  threads,
} from "./contents.mjs";

/**
 * The beginning of every file of `lib`: CommonJS packages call `require`, and modules need their
 * location in the repository.
 */
const head = (top) => `import { createRequire as __createRequire } from "node:module";
import { fileURLToPath as __toPath } from "node:url";
const require = __createRequire(import.meta.url);
const __placeUrl = (name) => new URL("${top}" + name, import.meta.url).href;
const __placePath = (name) => __toPath(__placeUrl(name));`;

const placed = places(
  (name) => `__placeUrl(${name})`,
  (name) => `__placePath(${name})`,
);

/** A peer is external in the module that requires it. The commands have their own copy. */
const peersOutside = {
  name: "peers-outside",
  setup({ onResolve }) {
    const modules = new Set(Object.values(exported).map((name) => join(root, `${name}.js`)));
    onResolve({ filter: /^[a-z@]/ }, ({ path, importer }) => {
      const isPeer = Object.keys(peers).some(
        (name) => path === name || path.startsWith(`${name}/`),
      );
      return isPeer && modules.has(importer) ? { path, external: true } : undefined;
    });
  },
};

const common = {
  ...forNode,
  absWorkingDir: root,
  format: "esm",
  external: [...withoutCompanions, ...dependencies.filter((name) => name !== "zod")],
  metafile: true,
};

/**
 * Writes a command as one function of a CommonJS module, whose compiled code V8 caches (bin/load.js).
 * @returns {Promise<string[]>} names of its sources.
 */
async function writeCommand(folder, name, module) {
  const { metafile } = await build({
    ...common,
    format: "cjs",
    entryPoints: [join(root, `${module}.js`)],
    outfile: join(folder, `lib/${name}.cjs`),
    minifyWhitespace: true,
    supported: { "dynamic-import": false },
    banner: { js: "(function (exports, require, module, __placeUrl, __placePath) {" },
    footer: { js: "})" },
    plugins: [placed, usedOfZod],
  });
  return bundledInputs(metafile);
}

/** Returns the path from a file of the package up to its root. */
const upFrom = (name) => "../".repeat(name.split("/").length - 1);

/**
 * Writes the modules.
 * @param {string} folder the package's.
 * @returns {Promise<string[]>} names of their sources.
 */
export async function writeCode(folder) {
  const entries = { ...started };
  for (const [path, module] of Object.entries(exported)) entries[`lib/${fileOf(path)}`] = module;
  const lib = await build({
    ...common,
    entryPoints: Object.fromEntries(
      Object.entries(entries).map(([name, module]) => [name, join(root, `${module}.js`)]),
    ),
    outdir: folder,
    splitting: true,
    chunkNames: "lib/[name]-[hash]",
    banner: { js: head(`../${filesFolder}/`) },
    plugins: [placed, peersOutside, usedOfZod],
  });
  const inputs = bundledInputs(lib.metafile);
  for (const [name, module] of Object.entries(commands)) {
    inputs.push(...(await writeCommand(folder, name, module)));
  }
  for (const module of threads) {
    const name = `${filesFolder}/${module}.js`;
    const { metafile } = await build({
      ...common,
      entryPoints: [join(root, `${module}.js`)],
      outfile: join(folder, name),
      banner: { js: head(`${upFrom(name)}${filesFolder}/`) },
      plugins: [placed, usedOfZod],
    });
    inputs.push(...bundledInputs(metafile));
  }
  return inputs;
}
