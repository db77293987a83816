/** Joins the headers of an answer once, because most answers have the same headers. */
import type { HeadHeaders } from "./head-position.js";
import type { Headers } from "./http-answers.js";

/** The name of the first header, and its value with the lines of the others. */
export type JoinedHeaders = readonly [name: string, rest: string];

let last:
  | { readonly own: Headers; readonly ofHead: HeadHeaders; readonly joined: JoinedHeaders }
  | undefined;

/** Returns the headers of an answer as one text, so that one call writes them. */
export function joinedHeaders(own: Headers, ofHead: HeadHeaders): JoinedHeaders {
  if (last?.own === own && last.ofHead === ofHead) return last.joined;
  const [[name, height], ...rest] = ofHead;
  const lines = [...rest, ...own].map(([each, value]) => `\r\n${each}: ${value}`);
  const joined = [name, height + lines.join("")] as const;
  last = { own, ofHead, joined };
  return joined;
}
