/** Reads the documents of the repository as Markdown: their links, and the anchors of their headings. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import GithubSlugger from "github-slugger";

const root = new URL("../../../../", import.meta.url);

/** All documents by their path in the repository. */
export const documentNames: readonly string[] = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"],
  ...namesIn("docs").filter((name) => name.endsWith(".md")),
  ...["packages", "apps"]
    .flatMap((group) => namesIn(group).map((name) => `${name}/README.md`))
    .filter((name) => existsSync(new URL(name, root))),
];

function namesIn(folder: string): readonly string[] {
  return readdirSync(new URL(`${folder}/`, root)).map((name) => `${folder}/${name}`);
}

export const documentPath = (name: string): string => fileURLToPath(new URL(name, root));
export const documentText = (name: string): string => readFileSync(documentPath(name), "utf8");

/** Returns a document without its code blocks. */
const proseOf = (text: string) => text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "");

/** Returns the anchors of the headings of a document, as on GitHub and on the site. */
export function anchorsOf(name: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const headings = proseOf(documentText(name)).matchAll(/^#{1,6} (.+)$/gm);
  return new Set([...headings].map(([, heading = ""]) => slugger.slug(plain(heading))));
}

/** Returns the plain text of a heading with links and marks. */
const plain = (heading: string) =>
  heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");

export interface DocumentLink {
  /** The path as it is written; empty for an anchor in the page itself. */
  readonly path: string;
  /** Undefined for a link to a whole page. */
  readonly anchor: string | undefined;
}

/** Returns links and images of a document to files of the repository. */
export function linksOf(name: string): readonly DocumentLink[] {
  const links = proseOf(documentText(name)).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g);
  return [...links].map(([, path = "", anchor]) => ({ path, anchor }));
}
