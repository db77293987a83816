// Writes the package into a folder, from the build.
import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { explorerInputs } from "../explorer.mjs";
import { writeCode } from "./code.mjs";
import { compiledIn, files, filesFolder, readJson, root, version } from "./contents.mjs";
import { manifest } from "./manifest.mjs";
import { billOfMaterials, licenceTexts, partsOf } from "./parts.mjs";
import { writeTexts } from "./texts.mjs";
import { writeTypes } from "./types.mjs";

/** The package needs neither types and tests of browser code, nor stamps and maps. */
const isUseful = (name) => !/\.(?:d\.ts|test\.js|map|stamp)$/.test(name);

/** The modules that the commands of the package share with those of a clone. */
const commandParts = [
  "begin-read",
  "modules-of-start",
  "optimize-sooner",
  "optimize-wasm-later",
  "run-command",
];

/** @param {string} folder where the package is written; it is empty or does not exist. */
export async function writePackage(folder) {
  mkdirSync(folder, { recursive: true });
  const copy = (name, place) =>
    cpSync(join(root, name), join(folder, place), { recursive: true, filter: isUseful });
  const write = (name, text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const inputs = await writeCode(folder);
  await writeTypes(folder);
  for (const name of files) copy(name, join(filesFolder, name));
  // Modules read the version from this file.
  const own = JSON.stringify({ version, type: "module" });
  write(join(filesFolder, "package.json"), `${own}\n`);
  copy("scripts/package/bin", "bin");
  for (const name of commandParts) copy(`packages/cli/bin/${name}.js`, `bin/${name}.js`);
  for (const name of Object.values(manifest().bin)) chmodSync(join(folder, name), 0o755);
  copy("packages/evm/patches", "patches");
  writeTexts(folder);
  const parts = partsOf([...inputs, ...readJson(explorerInputs)], compiledIn);
  write("THIRD-PARTY-LICENSES.txt", licenceTexts(parts));
  write("sbom.cdx.json", `${JSON.stringify(billOfMaterials(parts), null, 2)}\n`);
  write("package.json", `${JSON.stringify(manifest(), null, 2)}\n`);
}
