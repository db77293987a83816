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
    const text = this.#text;
    const { length } = text;
    const isPlain = !this.#collectsIds;
    let at = this.#at;
    for (let left = steps; left > 0 && at < length; left--) {
      if (this.#stringStart >= 0) {
        at = this.#findQuote(at);
        continue;
      }
      const c = text.charCodeAt(at++);
      if (c === quote) {
        const end = text.indexOf('"', at);
        // Most strings are names without an escape.
        if (isPlain && end >= 0 && text.charCodeAt(end - 1) !== backslash) {
          at = end + 1;
          continue;
        }
        this.#stringStart = at - 1;
        at = this.#findQuote(at);
      } else if (isClosing(c)) this.#depth--;
      else if (isOpening(c) || c === comma) {
        this.#count(c);
        if (this.exceeded !== undefined) return true;
      }
    }
    this.#at = at;
    return at >= length;
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

  #count(c: number): void {
    const { jsonDepthMax, jsonValuesMax, batchEntriesMax } = this.#bounds;
    if (++this.values > jsonValuesMax) {
      this.exceeded = { limit: "json-values", max: jsonValuesMax };
    }
    if (c !== comma) {
      if (++this.#depth > jsonDepthMax) this.exceeded = { limit: "json-depth", max: jsonDepthMax };
    } else if (this.#depth === 1 && this.#requestDepth === 2 && ++this.#entries > batchEntriesMax) {
      this.exceeded = { limit: "batch-entries", max: batchEntriesMax };
    }
  }
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
  readonly #text: string;
  #idNumbers: ReadonlyMap<number, string> | undefined;

  /** @param idNumbers the numbers used as ids, if they are known. */
  constructor(text: string, idNumbers?: ReadonlyMap<number, string>) {
    this.#text = text;
    this.#idNumbers = idNumbers;
  }

  /**
   * Returns the number that is the id of a request, as it was written: JavaScript would round a long
   * one.
   * @param at index of the request in its batch; 0 for a single request.
   */
  idNumber(at: number): string {
    this.#idNumbers ??= idNumbersIn(this.#text);
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
