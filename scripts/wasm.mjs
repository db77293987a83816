// Compiles the AssemblyScript of the repository to WebAssembly: one module a row of `modules`. A
// module is compiled again when its sources, its flags or the compiler changed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** No allocator and no runtime: the sources use fixed places of one memory. */
const flags = ["-O3", "--runtime", "stub", "--noAssert", "--initialMemory", "2"];

const modules = [
  {
    sources: "packages/state/assembly",
    target: "packages/state/dist/wasm/arithmetic.wasm",
  },
];

const compilerManifest = join(root, "node_modules/assemblyscript/package.json");
const stampOf = (target) => `${join(root, target)}.stamp`;
const namesOf = (sources) =>
  readdirSync(join(root, sources)).filter((name) => name.endsWith(".ts"));

function fingerprint({ sources }) {
  const hash = createHash("sha256").update(JSON.stringify(flags));
  hash.update(readFileSync(compilerManifest));
  for (const name of namesOf(sources)) {
    hash.update(name).update(readFileSync(join(root, sources, name)));
  }
  return hash.digest("hex");
}

function isCurrent(module) {
  const stamp = stampOf(module.target);
  if (!existsSync(stamp) || !existsSync(join(root, module.target))) return false;
  return readFileSync(stamp, "utf8") === fingerprint(module);
}

/** Whether every module is there, and made of its sources as they are. */
export const isWasmCurrent = () => modules.every(isCurrent);

async function compile(module) {
  if (isCurrent(module)) return;
  const { sources, target } = module;
  mkdirSync(dirname(join(root, target)), { recursive: true });
  // Only here: loading the compiler takes longer than finding out that there is nothing to do.
  const { main } = await import("assemblyscript/asc");
  const paths = namesOf(sources).map((name) => `${sources}/${name}`);
  const { error, stderr } = await main([...paths, "--baseDir", root, "-o", target, ...flags]);
  if (error) throw new Error(`${sources} does not compile:\n${stderr.toString()}`);
  writeFileSync(stampOf(target), fingerprint(module));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const module of modules) await compile(module);
}
