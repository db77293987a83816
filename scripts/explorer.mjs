// Builds the explorer's page from its sources and the compiled packages: one entry script, others
// that it loads on demand, a style sheet, and the document that names them, each also compressed. A
// file's name has a hash of its content. The page is built again when one of its inputs was built
// or changed since.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { constants, gzipSync } from "node:zlib";
import { bundledInputs, usedOfZod } from "./bundle-plugins.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const app = "apps/explorer";
const target = join(root, app, "dist/site");
/** The list of sources in the page, from which the package determines licences. */
export const explorerInputs = join(root, app, "dist/site-inputs.json");
const source = (name) => join(root, app, "src/page", name);

/**
 * Replacements in a browser for modules of Node, and for a package that compiles WebAssembly, which
 * the policy forbids.
 */
const standIns = {
  "node:crypto": "platform/crypto.ts",
  "node:timers/promises": "platform/timers.ts",
  "hash-wasm": "platform/hash-wasm.ts",
};

const sources = () => [
  ...["bitcoin", "consensus", "primitives", "rpc", "runtime", "simulator"].map(
    (name) => `packages/${name}/dist/.tsbuildinfo`,
  ),
  ...["abi", "page"].flatMap((part) =>
    readdirSync(join(root, app, "src", part), { recursive: true }).map(
      (name) => `${app}/src/${part}/${name}`,
    ),
  ),
  ...[`${app}/static`, "packages/simulator/scenarios"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
  ),
  "scripts/bundle-plugins.mjs",
  "scripts/explorer.mjs",
  "node_modules/.tandem-installed",
];

const timeOf = (name) => statSync(join(root, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Returns whether the page exists and none of its inputs is newer. */
export const isExplorerCurrent = () => {
  const made = timeOf(`${app}/dist/site/index.html`);
  return made > 0 && sources().every((name) => timeOf(name) <= made);
};

/**
 * Disables zod's compiled parsers, which the page's policy would refuse. Zod reads this when
 * schemas are declared, which may be in any of the scripts, so each script begins with it.
 */
const zodWithoutCompiler = "globalThis.__zod_globalConfig??={jitless:true};";

const forBrowsers = {
  name: "for-browsers",
  setup(build) {
    build.onResolve({ filter: /^(?:node:.*|hash-wasm|secp256k1|ws)$/ }, ({ path }) =>
      Object.hasOwn(standIns, path)
        ? { path: source(standIns[path]), sideEffects: false }
        : { path, external: true, sideEffects: false },
    );
  },
};

/** Puts the built-in scenarios of the simulator into the page: in Node the module reads their files. */
const withScenarios = {
  name: "with-scenarios",
  setup(build) {
    build.onLoad({ filter: /[\\/]simulator[\\/]dist[\\/]built-in\.js$/ }, async ({ path }) => {
      const { builtInTexts } = await import(pathToFileURL(path).href);
      return {
        contents: `export const builtInTexts = () => (${JSON.stringify(builtInTexts())});`,
        loader: "js",
      };
    });
  },
};

/**
 * A browser has none of the omitted modules. The WebSocket client loads `ws` only without a global
 * WebSocket.
 */
function assertComplete(outputs) {
  for (const { imports } of Object.values(outputs)) {
    const missing = imports.find(({ path, external }) => external && path !== "ws");
    if (missing !== undefined) throw new Error(`the page needs ${missing.path}`);
  }
}

async function bundle() {
  // Imported here, because it may have been installed a moment ago.
  const { build } = await import("esbuild");
  const { metafile } = await build({
    entryPoints: { main: source("main.tsx"), explorer: join(root, app, "static/explorer.css") },
    outdir: target,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    // The compiler's output of a source ends with .js, and is removed with its source.
    outExtension: { ".js": ".mjs" },
    inject: [source("platform/buffer.ts")],
    banner: { js: zodWithoutCompiler },
    jsx: "automatic",
    jsxImportSource: "preact",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    metafile: true,
    absWorkingDir: root,
    plugins: [forBrowsers, withScenarios, usedOfZod],
    logLevel: "error",
  });
  assertComplete(metafile.outputs);
  writeFileSync(explorerInputs, JSON.stringify(bundledInputs(metafile)));
  return Object.entries(metafile.outputs).map(([path, { entryPoint }]) => ({
    name: basename(path),
    entryPoint: entryPoint && basename(entryPoint),
  }));
}

/**
 * Builds the page beside the former one, whose files have the same names where their content is the same: a
 * node that serves it meanwhile finds them.
 */
async function make() {
  mkdirSync(target, { recursive: true });
  const outputs = await bundle();
  const html = outputs
    .filter(({ entryPoint }) => entryPoint !== undefined)
    .reduce(
      (text, { name, entryPoint }) => text.replace(`explorer/${entryPoint}"`, `explorer/${name}"`),
      readFileSync(join(root, app, "static/index.html"), "utf8"),
    );
  const icon = readFileSync(join(root, app, "static/icon.svg"));
  const names = outputs.map(({ name }) => name).filter((name) => !name.endsWith(".map"));
  const contents = [
    ["icon.svg", icon],
    ...names.map((name) => [`${name}.gz`, compressed(readFileSync(join(target, name)))]),
    ["index.html.gz", compressed(html)],
    // The document is written last: the page is complete if it exists.
    ["index.html", html],
  ];
  for (const [name, content] of contents) replace(name, content);
  const current = new Set(
    [...outputs, ...contents.map(([name]) => ({ name }))].map(({ name }) => name),
  );
  for (const name of readdirSync(target)) if (!current.has(name)) rmSync(join(target, name));
}

const compressed = (content) => gzipSync(content, { level: constants.Z_BEST_COMPRESSION });

/** Writes a file whole: a node may read the former one meanwhile. */
function replace(name, content) {
  const written = join(dirname(target), `${name}.new`);
  writeFileSync(written, content);
  renameSync(written, join(target, name));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!isExplorerCurrent()) await make();
}
