/** Writes `test/vectors/state-tests`: node test/dist/state-tests/own/write.js */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createInspectingRunner } from "../stock.js";
import { loadUnpatchedLibrary } from "../unpatched-library.js";
import { fileOf, ownFiles } from "./all-cases.js";

const folder = fileURLToPath(new URL("../../../vectors/state-tests/", import.meta.url));
const library = await loadUnpatchedLibrary();
mkdirSync(folder, { recursive: true });
for (const [name, cases] of Object.entries(ownFiles)) {
  writeFileSync(`${folder}${name}`, await fileOf(cases, createInspectingRunner(library)));
  process.stdout.write(`${name}: ${cases.length} cases\n`);
}
