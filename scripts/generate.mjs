// Writes the generated documents anew. Requires a build. With --check nothing is written, and the
// exit code is 1 if one of them is stale.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, staleDocuments } from "./generated-documents.mjs";

const stale = await staleDocuments();
const isCheck = process.argv.includes("--check");
for (const [name, text] of stale) {
  process.stdout.write(
    `${name} ${isCheck ? "is stale: run node scripts/generate.mjs" : "written"}\n`,
  );
  if (isCheck) continue;
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}
if (isCheck && stale.length > 0) process.exitCode = 1;
