/** Reads the examples of a page in `docs/`, to run them like a reader. */
import { readFileSync } from "node:fs";

export interface Snippet {
  /** The language, such as `js`. */
  readonly language: string;
  /** The file name in the page, if there is one. */
  readonly file: string | undefined;
  /** The name of the step, if the block has commands to run. */
  readonly step: string | undefined;
  /** The name of a command that continues in its own terminal. */
  readonly server: string | undefined;
  /** The name of the command that prints this. */
  readonly output: string | undefined;
  readonly text: string;
}

const fence = /^```([a-z]+)(?: (file|step|server|output)=(\S+))?\n([\s\S]*?)^```$/gm;

/** Returns every fenced block of a page that states its language, in order. */
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

/** Returns the only file of a page with this name. @throws if the page does not have it. */
export function fileOf(page: string, name: string): string {
  const found = snippetsOf(page).filter(({ file }) => file === name);
  if (found.length !== 1 || found[0] === undefined) {
    throw new Error(`${page} shows ${found.length} files called ${name}`);
  }
  return found[0].text;
}
