// Brings the WebAssembly of packages/evm to where the node looks for it: our AssemblyScript, compiled,
// and the module that mcl-wasm carries in its JavaScript as text, which takes 50 ms to decode there. Each
// file is made again when what it is made of changed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "packages/evm/dist/wasm");

/** No allocator and no runtime: the sources use fixed places of one memory. */
const flags = ["-O3", "--runtime", "stub", "--noAssert"];
const arithmeticFlags = [...flags, "--initialMemory", "2"];
/**
 * With the second level the compiler makes jump tables of switches. Constants lie behind the fixed places, and the
 * memory begins with room for codes (see assembly/engine/layout.ts).
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

/** Compiles entry files to a module. The compiler is loaded only here: that takes longer than to find nothing to do. */
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
      // The package's factory hands over the bytes and is left waiting.
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

/** Whether every file is there, and made of what there is now. */
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
