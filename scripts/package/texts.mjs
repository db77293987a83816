// Writes the documents of the package. Links to files that only the repository has become text.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { relinked } from "../relink.mjs";
import { root, texts } from "./contents.mjs";

/** The package's page is the guide to its installation. */
const pages = new Map([["docs/install.md", "README.md"]]);

/** @param {string} folder the package's. */
export function writeTexts(folder) {
  const documents = readdirSync(join(root, "docs"), { recursive: true, withFileTypes: true });
  const inDocs = documents
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, "/"));
  const names = [...texts, ...inDocs];
  const present = new Set(names);
  for (const name of names) {
    const target = pages.get(name) ?? name;
    mkdirSync(dirname(join(folder, target)), { recursive: true });
    if (!name.endsWith(".md")) {
      copyFileSync(join(root, name), join(folder, target));
      continue;
    }
    const read = readFileSync(join(root, name), "utf8");
    // An image has the same path in the package as in the repository.
    const placeOf = (file) => (present.has(file) ? (pages.get(file) ?? file) : undefined);
    writeFileSync(join(folder, target), relinked(read, name, target, placeOf));
  }
}
