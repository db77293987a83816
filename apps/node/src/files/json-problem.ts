/** Finds the place where a text is not valid JSON: V8's message has no line, and often no position. */

export interface JsonProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly expected: string;
}

/** The names of the expected tokens in errors. */
type Expected =
  | "a value"
  | "a value or ]"
  | "a name in double quotes"
  | "a name in double quotes or }"
  | "a colon"
  | "a comma or ]"
  | "a comma or }"
  | "the end";

const string = /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const word = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;
const space = /[ \n\r\t]*/y;

type Token = "{" | "}" | "[" | "]" | "," | ":" | "string" | "word" | "nothing";

/** Returns the first problem; undefined if the text is JSON. */
export function jsonProblem(text: string): JsonProblem | undefined {
  /** The brackets that are open. */
  const open: ("{" | "[")[] = [];
  let expected: Expected = "a value";
  for (let at = endOf(space, text, 0) ?? 0; ; at = endOf(space, text, at) ?? at) {
    if (at === text.length && expected === "the end") return undefined;
    const { token, end } = tokenAt(text, at);
    const next = follow(expected, token, open);
    if (next === undefined) return { ...placeOf(text, at), expected };
    expected = next;
    at = end;
  }
}

/** Returns the position after a match that begins at `at`. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function tokenAt(text: string, at: number): { token: Token; end: number } {
  const character = text[at] ?? "";
  if (character !== "" && "{}[],:".includes(character)) {
    return { token: character as Token, end: at + 1 };
  }
  const stringEnd = endOf(string, text, at);
  if (stringEnd !== undefined) return { token: "string", end: stringEnd };
  const wordEnd = endOf(word, text, at);
  return wordEnd === undefined ? { token: "nothing", end: at } : { token: "word", end: wordEnd };
}

/** Returns the names of the tokens that may follow, or undefined if the token is not expected. */
function follow(expected: Expected, token: Token, open: ("{" | "[")[]): Expected | undefined {
  switch (expected) {
    case "a value or ]":
      return token === "]" ? afterClosing(open) : afterValue(token, open);
    case "a value":
      return afterValue(token, open);
    case "a name in double quotes or }":
      if (token === "}") return afterClosing(open);
      return token === "string" ? "a colon" : undefined;
    case "a name in double quotes":
      return token === "string" ? "a colon" : undefined;
    case "a colon":
      return token === ":" ? "a value" : undefined;
    case "a comma or ]":
      if (token === "]") return afterClosing(open);
      return token === "," ? "a value" : undefined;
    case "a comma or }":
      if (token === "}") return afterClosing(open);
      return token === "," ? "a name in double quotes" : undefined;
    case "the end":
      return undefined;
  }
}

function afterValue(token: Token, open: ("{" | "[")[]): Expected | undefined {
  if (token === "{" || token === "[") {
    open.push(token);
    return token === "{" ? "a name in double quotes or }" : "a value or ]";
  }
  return token === "string" || token === "word" ? inside(open) : undefined;
}

function afterClosing(open: ("{" | "[")[]): Expected {
  open.pop();
  return inside(open);
}

function inside(open: readonly ("{" | "[")[]): Expected {
  const innermost = open.at(-1);
  if (innermost === undefined) return "the end";
  return innermost === "{" ? "a comma or }" : "a comma or ]";
}

function placeOf(text: string, at: number) {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
