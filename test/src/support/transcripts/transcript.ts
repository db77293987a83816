/**
 * Parses a transcript: requests with the answers that the specification requires, in a readable
 * file. Lines at the top that begin with `//` describe it. A request follows `>> ` and its answer
 * follows `<< `, any number of times. Nothing after `<<` means no answer, as for a notification.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The transports of transcripts. */
export type Wire = "http" | "websocket";

export interface Exchange {
  /** The request, before values are filled in. */
  readonly request: string;
  /** The messages before values are filled in: an answer, and notifications after it. */
  readonly answers: readonly string[];
}

export interface Transcript {
  /** Its folder: the tested method, or `envelope`. */
  readonly subject: string;
  /** The file name without its extension. */
  readonly name: string;
  readonly wires: readonly Wire[];
  /** Set if others must not use the chain afterwards. */
  readonly changesChain: boolean;
  /** Set if it requires a node that holds keys, with an empty chain. */
  readonly needsKeys: boolean;
  readonly exchanges: readonly Exchange[];
}

const folder = fileURLToPath(new URL("../../../conformance/", import.meta.url));
const ending = ".io";

/** Lines at the top that define the conditions of a transcript, not its content. */
const marks = {
  websocket: "// websocket only",
  http: "// http only",
  changes: "// changes the chain",
  keys: "// keys held",
} as const;

/** Returns every folder of transcripts. */
export const transcriptSubjects = (): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/**
 * Returns every transcript; those that change the chain come last. @throws {Error} if one is
 * malformed.
 */
export function readTranscripts(): readonly Transcript[] {
  const all = transcriptSubjects().flatMap((subject) =>
    readdirSync(join(folder, subject))
      .filter((file) => file.endsWith(ending))
      .sort()
      .map((file) => {
        const text = readFileSync(join(folder, subject, file), "utf8");
        return parseTranscript(subject, file.slice(0, -ending.length), text);
      }),
  );
  return [...all.filter((one) => !one.changesChain), ...all.filter((one) => one.changesChain)];
}

/** @throws {Error} naming the line that is neither comment, request nor answer. */
export function parseTranscript(subject: string, name: string, text: string): Transcript {
  const place = `${subject}/${name}${ending}`;
  const comments: string[] = [];
  const exchanges: { request: string; answers: string[] }[] = [];
  for (const line of text.split("\n").filter((line) => line.trim() !== "")) {
    const content = line.slice(2).trim();
    const last = exchanges.at(-1);
    if (line.startsWith("//") && last === undefined) comments.push(line);
    else if (line.startsWith(">>")) exchanges.push({ request: content, answers: [] });
    else if (line.startsWith("<<") && last !== undefined) last.answers.push(content);
    else throw new Error(`${place}: ${line.slice(0, 80)}`);
  }
  const says = comments.filter((line) => !Object.values<string>(marks).includes(line));
  if (says.length === 0) throw new Error(`${place} does not say what it shows`);
  if (exchanges.length === 0 || exchanges.some(({ answers }) => answers.length === 0)) {
    throw new Error(`${place} has a request without an answer, or none at all`);
  }
  return {
    subject,
    name,
    wires: wiresOf(comments),
    changesChain: comments.includes(marks.changes),
    needsKeys: comments.includes(marks.keys),
    exchanges: exchanges.map(({ request, answers }) => ({
      request,
      answers: answers.filter((answer) => answer !== ""),
    })),
  };
}

function wiresOf(comments: readonly string[]): readonly Wire[] {
  if (comments.includes(marks.websocket)) return ["websocket"];
  return comments.includes(marks.http) ? ["http"] : ["http", "websocket"];
}
