/**
 * Measures a JSON text before it is parsed: its depth, its values and entries, and the digits of
 * numbers that `JSON.parse` would round.
 */
import { isSliceOver, nextSlice } from "@tandem/runtime";
import { idCharactersMax, type Limits } from "../limits.js";

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;

const isOpening = (c: number) => c === 0x7b || c === 0x5b;
const isClosing = (c: number) => c === 0x7d || c === 0x5d;

/** Returns the index after the string that opens at `start`. */
export function stringEnd(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  if (end < 0) return text.length;
  if (text.charCodeAt(end - 1) !== backslash) return end + 1;
  // A string may be full of escaped quotes, so that each search would advance one step.
  let at = text.indexOf("\\", start);
  for (; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === quote) return at + 1;
    if (c === backslash) at++;
  }
  return text.length;
}

export type JsonBounds = Pick<Limits, "jsonDepthMax" | "jsonValuesMax" | "batchEntriesMax">;

/** The bound that a text exceeds, and its value. */
export interface Exceeded {
  readonly limit: "json-depth" | "json-values" | "batch-entries";
  readonly max: number;
}

/** The number of characters of the name `id` with its quotes, each letter escaped. */
const idNameMax = '"\\u0069\\u0064"'.length;
/** A number that is too long for an id is cut off, and its length shows that. */
const idNumber = new RegExp(`\\s{0,64}:\\s{0,64}(-?[0-9][0-9.eE+-]{0,${idCharactersMax}})`, "y");

function isIdName(name: string): boolean {
  if (!name.includes("\\")) return name === '"id"';
  try {
    return JSON.parse(name) === "id";
  } catch {
    return false;
  }
}

/** Scans a text once, a given number of steps at a time. The text may be invalid JSON. */
class JsonScan {
  exceeded: Exceeded | undefined;
  /** Numbers used as ids, by the index of the request in its batch; 0 for a single request. */
  readonly idNumbers = new Map<number, string>();
  readonly #text: string;
  readonly #bounds: JsonBounds;
  readonly #collectsIds: boolean;
  /** The depth of the members of a request. */
  readonly #requestDepth: number;
  #at = 0;
  #depth = 0;
  values = 1;
  #entries = 1;
  /** The start of the current string, or negative outside strings. */
  #stringStart = -1;
  #isEscaped = false;

  constructor(text: string, bounds: JsonBounds, collectsIds: boolean) {
    this.#text = text;
    this.#bounds = bounds;
    this.#collectsIds = collectsIds;
    this.#requestDepth = /^[ \t\n\r]*\[/.test(text) ? 2 : 1;
  }

  /**
   * Continues the scan.
   * @param steps characters outside strings, or quotes inside; each takes some nanoseconds.
   * @returns whether the scan is complete.
   */
  advance(steps: number): boolean {
    const { length } = this.#text;
    for (let left = steps; left > 0 && this.#at < length; ) {
      if (this.#stringStart < 0) left = this.#advanceOutside(left);
      else {
        this.#at = this.#findQuote(this.#at);
        left--;
      }
      if (this.exceeded !== undefined) return true;
    }
    return this.#at >= length;
  }

  /**
   * Scans outside strings, and over strings that are no names of a request's members and have no
   * escape before their end. Its state is in local variables, since most requests are read here.
   * @returns the number of steps that are left.
   */
  #advanceOutside(steps: number): number {
    const text = this.#text;
    const { length } = text;
    const { jsonDepthMax, jsonValuesMax, batchEntriesMax } = this.#bounds;
    const namesDepth = this.#collectsIds ? this.#requestDepth : -1;
    const entriesDepth = this.#requestDepth === 2 ? 1 : -1;
    let at = this.#at;
    let depth = this.#depth;
    let values = this.values;
    let entries = this.#entries;
    let left = steps;
    while (left > 0 && at < length) {
      left--;
      const c = text.charCodeAt(at++);
      if (c === quote) {
        const end = depth === namesDepth ? -1 : text.indexOf('"', at);
        if (end < 0 || text.charCodeAt(end - 1) === backslash) {
          this.#stringStart = at - 1;
          break;
        }
        at = end + 1;
      } else if (isClosing(c)) depth--;
      else if (isOpening(c) || c === comma) {
        values++;
        if (c !== comma) depth++;
        else if (depth === entriesDepth) entries++;
        if (depth > jsonDepthMax || entries > batchEntriesMax || values > jsonValuesMax) {
          this.exceeded = exceededOf(this.#bounds, depth, entries);
          break;
        }
      }
    }
    this.#at = at;
    this.#depth = depth;
    this.values = values;
    this.#entries = entries;
    return left;
  }

  /** Returns the position where the scan of the string continues, or the position after its end. */
  #findQuote(at: number): number {
    const text = this.#text;
    if (this.#isEscaped) {
      const c = text.charCodeAt(at);
      if (c === backslash) return at + 2;
      return c === quote ? this.#endString(at + 1) : at + 1;
    }
    const end = text.indexOf('"', at);
    if (end < 0) return text.length;
    if (text.charCodeAt(end - 1) !== backslash) return this.#endString(end + 1);
    // After its first backslash a string is scanned by character.
    this.#isEscaped = true;
    return text.indexOf("\\", at);
  }

  /**
   * Ends a string and returns `end`.
   * @param end index after the closing quote.
   */
  #endString(end: number): number {
    const start = this.#stringStart;
    this.#stringStart = -1;
    this.#isEscaped = false;
    if (this.#collectsIds && this.#depth === this.#requestDepth) this.#readId(start, end);
    return end;
  }

  /** Stores the number that follows if the string is the name `id`. */
  #readId(start: number, end: number): void {
    if (end - start > idNameMax || !isIdName(this.#text.slice(start, end))) return;
    idNumber.lastIndex = end;
    const number = idNumber.exec(this.#text)?.[1];
    // The last of two members with one name counts, as in JSON.parse.
    if (number !== undefined) this.idNumbers.set(this.#entries - 1, number);
  }
}

function exceededOf(bounds: JsonBounds, depth: number, entries: number): Exceeded {
  const { jsonDepthMax, jsonValuesMax, batchEntriesMax } = bounds;
  if (depth > jsonDepthMax) return { limit: "json-depth", max: jsonDepthMax };
  if (entries > batchEntriesMax) return { limit: "batch-entries", max: batchEntriesMax };
  return { limit: "json-values", max: jsonValuesMax };
}

const noBounds: JsonBounds = {
  jsonDepthMax: Number.POSITIVE_INFINITY,
  jsonValuesMax: Number.POSITIVE_INFINITY,
  batchEntriesMax: Number.POSITIVE_INFINITY,
};

/** Returns the bound that a text exceeds, or undefined. */
export function exceededIn(text: string, bounds: JsonBounds): Exceeded | undefined {
  const { jsonDepthMax, jsonValuesMax, batchEntriesMax } = bounds;
  // A level takes two characters, an entry two, a value one: most requests need no scan.
  const { length } = text;
  if (length <= 2 * jsonDepthMax && length <= 2 * batchEntriesMax && length <= jsonValuesMax) {
    return undefined;
  }
  const scan = new JsonScan(text, bounds, false);
  scan.advance(Number.POSITIVE_INFINITY);
  return scan.exceeded;
}

/** The text of a request or a batch; it is scanned for ids at most once. */
export class RequestText {
  readonly text: string;
  #idNumbers: ReadonlyMap<number, string> | undefined;

  /** @param idNumbers the numbers used as ids, if they are known. */
  constructor(text: string, idNumbers?: ReadonlyMap<number, string>) {
    this.text = text;
    this.#idNumbers = idNumbers;
  }

  /**
   * Returns the number that is the id of a request, as it was written: JavaScript would round a long
   * one.
   * @param at index of the request in its batch; 0 for a single request.
   */
  idNumber(at: number): string {
    this.#idNumbers ??= idNumbersIn(this.text);
    return this.#idNumbers.get(at) ?? "null";
  }
}

function idNumbersIn(text: string): ReadonlyMap<number, string> {
  const scan = new JsonScan(text, noBounds, true);
  scan.advance(Number.POSITIVE_INFINITY);
  return scan.idNumbers;
}

/** The number of steps between two readings of the clock: less than two milliseconds for any text. */
const stepsAtOnce = 32_768;

export interface Scanned {
  readonly source: RequestText;
  /** An upper bound of the number of values. */
  readonly values: number;
}

/** Scans a large text in slices. Returns the bound that it exceeds, or the measures of the text. */
export async function scanLarge(text: string, bounds: JsonBounds): Promise<Exceeded | Scanned> {
  const scan = new JsonScan(text, bounds, true);
  while (!scan.advance(stepsAtOnce)) {
    if (isSliceOver()) await nextSlice();
  }
  const source = new RequestText(text, scan.idNumbers);
  return scan.exceeded ?? { source, values: scan.values };
}
