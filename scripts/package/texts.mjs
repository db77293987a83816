// The documents of the package. Links to what is in the repository alone become their text.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { root, texts } from "./contents.mjs";

/** A link of Markdown to a file, with its fragment; not one of an image, and not an address. */
const link = /(?<!!)\[([^\]]+)\]\((?!\w+:|#)([^)#\s]+)(#[^)]*)?\)/g;

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
    const relinked = read.replaceAll(link, (whole, text, to, fragment = "") => {
      const found = posix.join(posix.dirname(name), to);
      if (!present.has(found)) return text;
      const place = posix.relative(posix.dirname(target), pages.get(found) ?? found);
      return place === "" ? whole : `[${text}](${place}${fragment})`;
    });
    writeFileSync(join(folder, target), relinked);
  }
}
