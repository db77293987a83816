// Generates the pages of the documentation site: the path of each document, and its links.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { relinked } from "../relink.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (name) => readFileSync(join(root, name), "utf8");

/** The documents of packages: each is a page below `code`. */
const ofPackages = ["packages", "apps"].flatMap((group) =>
  readdirSync(join(root, group))
    .map((name) => `${group}/${name}/README.md`)
    .filter((name) => existsSync(join(root, name))),
);

/** Every document of the repository that is a page, by its path, with its path in the site. */
export const pages = new Map([
  ["README.md", "readme.md"],
  ...["ARCHITECTURE", "CONTRIBUTING", "CHANGELOG"].map((name) => [
    `${name}.md`,
    `${name.toLowerCase()}.md`,
  ]),
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => [`docs/${name}`, name]),
  ...ofPackages.map((name) => [name, `code/${name.split("/")[1]}.md`]),
]);

/**
 * Returns the path of a file that a page names: pages and pictures beside each other, other files
 * below `files`, for download. Returns undefined if there is no such file.
 */
function placeOf(file) {
  if (pages.has(file)) return pages.get(file);
  if (file.startsWith("docs/images/")) return file.slice("docs/".length);
  const path = join(root, file);
  if (!existsSync(path) || !statSync(path).isFile()) return undefined;
  // Without an extension it would count as a page.
  return `/files/${/\.\w+$/.test(file) ? file : `${file}.txt`}`;
}

/** @param {string} folder where the pages are written, after its removal. */
export function writePages(folder) {
  rmSync(folder, { recursive: true, force: true });
  const downloads = new Map();
  const noted = (file) => {
    const place = placeOf(file);
    if (place?.startsWith("/")) downloads.set(file, place);
    return place;
  };
  for (const [name, place] of pages) {
    // Marks of generated parts are not shown to readers.
    const text = read(name).replaceAll(/^<!--.*?-->\n/gms, "");
    const target = join(folder, place);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, relinked(text, name, place, noted));
  }
  cpSync(join(root, "docs/images"), join(folder, "images"), { recursive: true });
  for (const [file, place] of downloads) {
    const target = join(folder, "public", place);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, file), target);
  }
}

/** Returns the first heading of a page, without marks. That of the README is the project's name alone. */
const titleOf = (name) =>
  name === "README.md"
    ? "Run it, and what it can do"
    : (/^# (.+)$/m.exec(read(name))?.[1] ?? name).replaceAll("`", "");

/** Returns the groups of docs/index.md, with the pages that each names first: the menu at the side. */
export function menu() {
  const seen = new Set();
  const groups = read("docs/index.md").split("\n## ").slice(1);
  return groups.map((group) => {
    const [heading = "", ...lines] = group.split("\n");
    const names = [...lines.join("\n").matchAll(/\]\(([^)#]+\.md)/g)].map(([, to]) =>
      join("docs", to).replaceAll("\\", "/"),
    );
    const items = names.flatMap((name) => {
      if (seen.has(name) || !pages.has(name)) return [];
      seen.add(name);
      return [{ text: titleOf(name), link: `/${pages.get(name).replace(/\.md$/, ".html")}` }];
    });
    return {
      text: heading.replace(/^… /, "").replace(/^./, (first) => first.toUpperCase()),
      items,
    };
  });
}
