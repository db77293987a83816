// npm run package: sets up what is missing, then packs the package for `npm install`. The last line
// is the name of the file.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { setUp } from "./setup.mjs";

const usage = `npm run package -- [FLAGS]

  --out DIR  where the packed file is written [.]
`;

function readFlags() {
  const options = {
    out: { type: "string", default: "." },
    help: { type: "boolean", short: "h", default: false },
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

const flags = readFlags();
if (flags.help) {
  process.stdout.write(usage);
  process.exit(0);
}
setUp(".");
// Imported here, because its dependencies may have been installed a moment ago.
const { writePackage } = await import("./package/make.mjs");
const { pack } = await import("./package/pack.mjs");
const { problemsOfPackage } = await import("./package/check.mjs");
const folder = mkdtempSync(join(tmpdir(), "tandem-package-"));
try {
  await writePackage(folder);
  const { file, size, unpackedSize } = pack(folder, resolve(flags.out));
  const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  process.stderr.write(`${mb(size)} packed, ${mb(unpackedSize)} unpacked\n`);
  const problems = await problemsOfPackage(folder, file);
  process.stderr.write(problems.map((problem) => `${problem}\n`).join(""));
  if (problems.length > 0) process.exitCode = 1;
  process.stdout.write(`${file}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
