// Provides the WebAssembly of packages/evm to the node: our compiled AssemblyScript, and the module
// that mcl-wasm contains as text in its JavaScript, where decoding takes 50 ms. Each file is
// created again when its inputs changed.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "packages/evm/dist/wasm");

/** There is no allocator and no runtime: the sources use fixed addresses of one memory. */
const flags = ["-O3", "--runtime", "stub", "--noAssert"];
const arithmeticFlags = [...flags, "--initialMemory", "2"];
/**
 * With the second level the compiler turns switches into jump tables. Constants are behind the
 * fixed addresses, and the memory begins with space for codes (see assembly/engine/layout.ts).
 */
const engineFlags = [
  ...flags,
  ...["--shrinkLevel", "1", "--enable", "simd", "--memoryBase", "12544", "--initialMemory", "112"],
];

const assembly = "packages/evm/assembly";
const sourcesIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${folder}/${name}`);

const engineSources = () => [`${assembly}/engine`, `${assembly}/engine/words`].flatMap(sourcesIn);

/**
 * Compiles entry files to a module. The compiler is loaded only here, because loading takes longer
 * than detecting that nothing changed.
 */
async function compile(entries, flags, target) {
  const { main } = await import("assemblyscript/asc");
  const { error, stderr } = await main([...entries, "--baseDir", root, "-o", target, ...flags]);
  if (error) throw new Error(`${entries[0]} does not compile:\n${stderr.toString()}`);
}

const mclFactory = "node_modules/mcl-wasm/dist/mcl_c.js";

const targets = [
  {
    name: "arithmetic.wasm",
    madeOf: () => ["node_modules/assemblyscript/package.json", ...sourcesIn(assembly)],
    flags: arithmeticFlags,
    make: (target) => compile(sourcesIn(assembly), arithmeticFlags, target),
  },
  {
    name: "engine.wasm",
    madeOf: () => ["node_modules/assemblyscript/package.json", ...engineSources()],
    flags: engineFlags,
    make: (target) => compile([`${assembly}/engine/main.ts`], engineFlags, target),
  },
  {
    name: "mcl.wasm",
    madeOf: () => ["node_modules/mcl-wasm/package.json"],
    async make(target) {
      const { instantiate } = WebAssembly;
      // The package's factory passes on the bytes and never completes.
      const bytes = await new Promise((resolve) => {
        WebAssembly.instantiate = (given) => {
          resolve(given);
          return new Promise(() => {});
        };
        createRequire(import.meta.url)(join(root, mclFactory))({});
      });
      WebAssembly.instantiate = instantiate;
      writeFileSync(target, bytes);
    },
  },
];

const interpreter = "packages/evm/node_modules/@jitl/quickjs-ng-wasmfile-release-sync";
targets.push({
  name: "quickjs.wasm",
  madeOf: () => [`${interpreter}/package.json`],
  make(target) {
    copyFileSync(join(root, interpreter, "dist/emscripten-module.wasm"), target);
  },
});

const stampOf = (name) => join(folder, `${name}.stamp`);

function fingerprint({ madeOf, flags = [] }) {
  const hash = createHash("sha256").update(JSON.stringify(flags));
  for (const name of madeOf()) hash.update(name).update(readFileSync(join(root, name)));
  return hash.digest("hex");
}

function isCurrent(target) {
  const stamp = stampOf(target.name);
  if (!existsSync(stamp) || !existsSync(join(folder, target.name))) return false;
  return readFileSync(stamp, "utf8") === fingerprint(target);
}

/** Returns whether every file exists and is current. */
export const isWasmCurrent = () => targets.every(isCurrent);

async function make(target) {
  if (isCurrent(target)) return;
  mkdirSync(folder, { recursive: true });
  await target.make(join(folder, target.name));
  writeFileSync(stampOf(target.name), fingerprint(target));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const target of targets) await make(target);
}
