/**
 * Implements `JSON.parse` in slices, for bodies that would block the event loop: an object of 200,000
 * members takes 200 ms. It returns the same values and rejects the same texts (RFC 8259).
 */

import { runYielding } from "@tandem/runtime";
import { RpcError } from "../../contract/errors.js";
import type { Limits } from "../limits.js";
import { stringEnd } from "./json-text.js";
import { limitExceeded } from "./to-rpc-error.js";

/**
 * The number of values, or characters of strings, that are read between two yields: at most a
 * millisecond.
 */
const valuesInSlice = 1000;
const charactersInSlice = 65_536;

const blank = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
/**
 * Matches what a string may contain beyond plain characters: escapes, and control characters, which
 * are invalid.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in a string.
const special = /[\\\u0000-\u001f]/;

/** The number of characters up to which that search is faster than parsing the string. */
const stringSearchedMax = 1024;

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
    const isLong = this.#at - start > stringSearchedMax;
    const isWhole = this.#text[this.#at - 1] === '"' && this.#at > start + 1;
    const inside = this.#text.slice(start + 1, this.#at - 1);
    if (isWhole && !isLong && !special.test(inside)) return inside;
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

/**
 * Yields wherever it may be suspended. Open containers are on the stack; `open` enters one that is not
 * empty.
 * @returns the value, or the limit that was exceeded.
 * @throws {SyntaxError} for invalid JSON.
 */
export function* parseSteps(
  text: string,
  bounds: Pick<Limits, "jsonDepthMax" | "jsonMembersMax" | "batchEntriesMax">,
): Generator<void, unknown> {
  const { jsonDepthMax, jsonMembersMax, batchEntriesMax } = bounds;
  const tokens = new Tokens(text);
  const open: Container[] = [];
  for (let values = 1, readTo = 0; ; values++) {
    if (values % valuesInSlice === 0 || tokens.at - readTo > charactersInSlice) {
      readTo = tokens.at;
      yield;
    }
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
    } else done = tokens.scalar();
    for (let top = open.at(-1); ; top = open.at(-1)) {
      if (top === undefined) {
        if (tokens.peek() !== "") throw new SyntaxError(`more at ${tokens.at}`);
        return done;
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

const notJson = () => new RpcError("parse", "the body is not valid JSON");

/** Parses a short text. Returns the error if it is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return notJson();
  }
}

/** Parses a text with many values, in slices. Returns the error if it is not JSON. */
export async function parseInSlices(text: string, limits: Limits): Promise<unknown> {
  try {
    return await runYielding(parseSteps(text, limits));
  } catch (error) {
    if (error instanceof SyntaxError) return notJson();
    throw error;
  }
}
