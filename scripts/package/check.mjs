// Checks the package for its users: whether the files of its manifest exist, and whether its types
// are found.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/**
 * Intended problems. The modules are ES modules, which `require` loads from Node 20.19;
 * TypeScript's resolution for Node before 12 does not support exports.
 */
const intended = new Set(["CJSResolvesToESM node16-cjs", "NoResolution node10"]);

/**
 * @param {string} folder of the package.
 * @param {string} file the packed one.
 * @returns {Promise<string[]>} a line for each problem.
 */
export async function problemsOfPackage(folder, file) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { messages } = await publint({ pkgDir: folder, level: "suggestion", pack: false });
  const lints = messages.map((message) => `publint: ${formatMessage(message, manifest)}`);
  const { types, problems = [] } = await checkPackage(
    createPackageFromTarballData(readFileSync(file)),
  );
  if (types === false) return [...lints, "types: there are none"];
  const wrong = problems.filter(
    ({ kind, resolutionKind }) => !intended.has(`${kind} ${resolutionKind}`),
  );
  return [
    ...lints,
    ...wrong.map(({ kind, entrypoint, resolutionKind }) =>
      ["types:", kind, entrypoint, resolutionKind].join(" "),
    ),
  ];
}
