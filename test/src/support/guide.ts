/** The examples of a page in `docs/`, to be run as a reader would. */
import { readFileSync } from "node:fs";

export interface Snippet {
  /** Such as `js`. */
  readonly language: string;
  /** The name the page gives the file, if it is one. */
  readonly file: string | undefined;
  /** The name the page gives commands to be run. */
  readonly step: string | undefined;
  /** The name of a command that goes on in a terminal of its own. */
  readonly server: string | undefined;
  /** The name of the command that prints this. */
  readonly output: string | undefined;
  readonly text: string;
}

const fence = /^```([a-z]+)(?: (file|step|server|output)=(\S+))?\n([\s\S]*?)^```$/gm;

/** Every fenced block of a page that says its language, in order. */
export function snippetsOf(page: string): readonly Snippet[] {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), "utf8");
  return [...text.matchAll(fence)].map(([, language = "", kind, name, code = ""]) => ({
    language,
    file: kind === "file" ? name : undefined,
    step: kind === "step" ? name : undefined,
    server: kind === "server" ? name : undefined,
    output: kind === "output" ? name : undefined,
    text: code,
  }));
}

/** The one file of a page with this name. @throws when the page does not have it. */
export function fileOf(page: string, name: string): string {
  const found = snippetsOf(page).filter(({ file }) => file === name);
  if (found.length !== 1 || found[0] === undefined) {
    throw new Error(`${page} shows ${found.length} files called ${name}`);
  }
  return found[0].text;
}
