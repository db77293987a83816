/**
 * Implements `JSON.parse` in slices, for bodies that would block the event loop: an object of 200,000
 * members takes 200 ms. It returns the same values and rejects the same texts (RFC 8259), and those that
 * exceed a bound.
 */
import type { RpcError } from "../../contract/errors.js";
import type { Limits } from "../../limits.js";
import { limitExceeded } from "./to-rpc-error.js";

/** The bounds of a text. */
export type JsonBounds = Pick<
  Limits,
  "jsonDepthMax" | "jsonValuesMax" | "jsonMembersMax" | "batchEntriesMax"
>;

/** The value of a text. */
export interface ParsedValue {
  readonly value: unknown;
  /** The texts of ids that are rounded, by the index of the request in its batch; 0 for a single request. */
  readonly idNumbers: ReadonlyMap<number, string>;
}

/**
 * The number of values, or characters of strings, that are read between two yields: at most a
 * millisecond.
 */
const valuesInSlice = 1000;
const charactersInSlice = 65_536;

const quote = 0x22;
const backslash = 0x5c;

const blank = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
/**
 * Matches what a string may contain beyond plain characters: escapes, and control characters, which
 * are invalid.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in a string.
const special = /[\\\u0000-\u001f]/;

/** Returns the index after the string that opens at `start`. */
function stringEnd(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  if (end < 0) return text.length;
  if (text[end - 1] !== "\\") return end + 1;
  // A string may be full of escaped quotes, so that each search would advance one step.
  for (let at = text.indexOf("\\", start); at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at++;
  }
  return text.length;
}

/** Returns whether a parsed number may differ from its text. */
export const isRounded = (value: unknown): boolean =>
  typeof value === "number" && !Number.isSafeInteger(value);

interface Container {
  readonly value: unknown[] | Record<string, unknown>;
  /** The name of the current member; undefined in an array. */
  key: string | undefined;
  /** The number of names that were read. */
  names: number;
}

/**
 * Reads tokens in order.
 * @throws {SyntaxError} for invalid JSON.
 */
class Tokens {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get at(): number {
    return this.#at;
  }

  /** Returns the next character after white space; empty at the end. */
  peek(): string {
    const code = this.#text.charCodeAt(this.#at);
    if (code <= 0x20) {
      blank.lastIndex = this.#at;
      blank.exec(this.#text);
      this.#at = blank.lastIndex;
    }
    return this.#text.charAt(this.#at);
  }

  take(character: string): void {
    if (this.peek() !== character) throw new SyntaxError(`no ${character} at ${this.#at}`);
    this.#at++;
  }

  /** Consumes a character if it is the next one. Returns whether it was. */
  takeIf(character: string): boolean {
    if (this.peek() !== character) return false;
    this.#at++;
    return true;
  }

  string(): string {
    if (this.peek() !== '"') throw new SyntaxError(`no string at ${this.#at}`);
    const start = this.#at;
    this.#at = stringEnd(this.#text, start);
    const isWhole = this.#text[this.#at - 1] === '"' && this.#at > start + 1;
    const inside = this.#text.slice(start + 1, this.#at - 1);
    // A long string is copied by JSON.parse, and that takes 15 times as long as this search.
    if (isWhole && !special.test(inside)) return inside;
    return JSON.parse(this.#text.slice(start, this.#at));
  }

  scalar(): unknown {
    if (this.peek() === '"') return this.string();
    scalar.lastIndex = this.#at;
    const found = scalar.exec(this.#text)?.[0];
    if (found === undefined) throw new SyntaxError(`no value at ${this.#at}`);
    this.#at += found.length;
    return JSON.parse(found);
  }
}

function put({ value, key }: Container, member: unknown): void {
  if (Array.isArray(value)) value.push(member);
  else if (key !== "__proto__") value[key as string] = member;
  else {
    const all = { value: member, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(value, key, all);
  }
}

/** Reads the name of a member, if there is one. */
function nextMember(tokens: Tokens, container: Container): void {
  if (Array.isArray(container.value)) return;
  container.key = tokens.string();
  container.names++;
  tokens.take(":");
}

const closingOf = ({ value }: Container) => (Array.isArray(value) ? "]" : "}");

/** Returns the index of the request whose id is the next value, or undefined if that is something else. */
function requestOf([root, request, ...inside]: readonly Container[]): number | undefined {
  if (request === undefined) return root?.key === "id" ? 0 : undefined;
  const isId = request.key === "id" && inside.length === 0;
  return isId && Array.isArray(root?.value) ? root.value.length : undefined;
}

/**
 * Yields wherever it may be suspended. Open containers are on the stack; `open` enters one that is not
 * empty.
 * @returns the value with the numbers that are ids, or the error of the bound that it exceeds.
 * @throws {SyntaxError} for invalid JSON.
 */
export function* parseSteps(
  text: string,
  bounds: JsonBounds,
): Generator<void, ParsedValue | RpcError> {
  const { jsonDepthMax, jsonValuesMax, jsonMembersMax, batchEntriesMax } = bounds;
  const tokens = new Tokens(text);
  const open: Container[] = [];
  const idNumbers = new Map<number, string>();
  for (let values = 1, readTo = 0; ; values++) {
    if (values % valuesInSlice === 0 || tokens.at - readTo > charactersInSlice) {
      readTo = tokens.at;
      yield;
    }
    if (values > jsonValuesMax) return limitExceeded({ limit: "json-values", max: jsonValuesMax });
    const first = tokens.peek();
    let done: unknown;
    if (first === "[" || first === "{") {
      tokens.take(first);
      const container: Container = { value: first === "[" ? [] : {}, key: undefined, names: 0 };
      if (open.length === jsonDepthMax) {
        return limitExceeded({ limit: "json-depth", max: jsonDepthMax });
      }
      if (!tokens.takeIf(closingOf(container))) {
        nextMember(tokens, container);
        open.push(container);
        continue;
      }
      done = container.value;
    } else {
      const start = tokens.at;
      done = tokens.scalar();
      const request = isRounded(done) ? requestOf(open) : undefined;
      if (request !== undefined) idNumbers.set(request, text.slice(start, tokens.at));
    }
    for (let top = open.at(-1); ; top = open.at(-1)) {
      if (top === undefined) {
        if (tokens.peek() !== "") throw new SyntaxError(`more at ${tokens.at}`);
        return { value: done, idNumbers };
      }
      put(top, done);
      if (tokens.takeIf(",")) {
        nextMember(tokens, top);
        if (top.names > jsonMembersMax) {
          return limitExceeded({ limit: "json-members", max: jsonMembersMax });
        }
        break;
      }
      tokens.take(closingOf(top));
      open.pop();
      done = top.value;
    }
    const batch = open[0]?.value;
    if (Array.isArray(batch) && batch.length >= batchEntriesMax && open.length === 1) {
      return limitExceeded({ limit: "batch-entries", max: batchEntriesMax });
    }
  }
}
