/**
 * What has to be known of a JSON text before it is parsed: how deep it goes, how many values and
 * entries it has, and numbers as they were written, which `JSON.parse` would round.
 */
import { isSliceOver, nextSlice } from "@tandem/runtime";
import { idCharactersMax, type Limits } from "../limits.js";

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;

const isOpening = (c: number) => c === 0x7b || c === 0x5b;
const isClosing = (c: number) => c === 0x7d || c === 0x5d;

/** Index after the string that opens at `start`. */
export function stringEnd(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  if (end < 0) return text.length;
  if (text.charCodeAt(end - 1) !== backslash) return end + 1;
  // A string may be full of escaped quotes, so that each search would go one step.
  let at = text.indexOf("\\", start);
  for (; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === quote) return at + 1;
    if (c === backslash) at++;
  }
  return text.length;
}

export type JsonBounds = Pick<Limits, "jsonDepthMax" | "jsonValuesMax" | "batchEntriesMax">;

/** The bound a text is over, and its value. */
export interface Exceeded {
  readonly limit: "json-depth" | "json-values" | "batch-entries";
  readonly max: number;
}

/** Characters of the name `id` with its quotes, each letter escaped. */
const idNameMax = '"\\u0069\\u0064"'.length;
/** A number that is too long for an id is cut off where that shows. */
const idNumber = new RegExp(`\\s{0,64}:\\s{0,64}(-?[0-9][0-9.eE+-]{0,${idCharactersMax}})`, "y");

function isIdName(name: string): boolean {
  if (!name.includes("\\")) return name === '"id"';
  try {
    return JSON.parse(name) === "id";
  } catch {
    return false;
  }
}

/** Goes through a text once, in as many steps at a time as it is told. The text may be no JSON. */
class JsonScan {
  exceeded: Exceeded | undefined;
  /** Numbers that stand as ids, by the place of the request in its batch; 0 for one alone. */
  readonly idNumbers = new Map<number, string>();
  readonly #text: string;
  readonly #bounds: JsonBounds;
  readonly #collectsIds: boolean;
  /** Levels around the members of a request. */
  readonly #requestDepth: number;
  #at = 0;
  #depth = 0;
  values = 1;
  #entries = 1;
  /** Where the string begins in which the scan stands; negative outside. */
  #stringStart = -1;
  #isEscaped = false;

  constructor(text: string, bounds: JsonBounds, collectsIds: boolean) {
    this.#text = text;
    this.#bounds = bounds;
    this.#collectsIds = collectsIds;
    this.#requestDepth = /^[ \t\n\r]*\[/.test(text) ? 2 : 1;
  }

  /**
   * @param steps characters outside strings, or quotes within; each takes some nanoseconds.
   * @returns whether the scan is over.
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

  /** @returns where to go on in the string, or behind its end. */
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
    // From its first backslash on the string is gone through character by character.
    this.#isEscaped = true;
    return text.indexOf("\\", at);
  }

  /** @param end index after the closing quote. @returns it. */
  #endString(end: number): number {
    const start = this.#stringStart;
    this.#stringStart = -1;
    this.#isEscaped = false;
    if (this.#collectsIds && this.#depth === this.#requestDepth) this.#readId(start, end);
    return end;
  }

  /** Takes the number that follows if the string is the name `id`. */
  #readId(start: number, end: number): void {
    if (end - start > idNameMax || !isIdName(this.#text.slice(start, end))) return;
    idNumber.lastIndex = end;
    const number = idNumber.exec(this.#text)?.[1];
    // Of two members of one name the last counts, as in JSON.parse.
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

/** Returns the bound a text is over, if it is over one. */
export function exceededIn(text: string, bounds: JsonBounds): Exceeded | undefined {
  const { jsonDepthMax, jsonValuesMax, batchEntriesMax } = bounds;
  // A level takes two characters, an entry too, a value one: most requests need no look.
  const { length } = text;
  if (length <= 2 * jsonDepthMax && length <= 2 * batchEntriesMax && length <= jsonValuesMax) {
    return undefined;
  }
  const scan = new JsonScan(text, bounds, false);
  scan.advance(Number.POSITIVE_INFINITY);
  return scan.exceeded;
}

/** A request or a batch of them; gone through for its ids at most once. */
export class RequestText {
  readonly #text: string;
  #idNumbers: ReadonlyMap<number, string> | undefined;

  /** @param idNumbers the numbers that stand as ids in it, if they are known. */
  constructor(text: string, idNumbers?: ReadonlyMap<number, string>) {
    this.#text = text;
    this.#idNumbers = idNumbers;
  }

  /**
   * The number a request has as its id, as it was written: JavaScript would round a long one.
   * @param at place of the request in its batch; 0 for one alone.
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

/** Steps between two looks at the clock: less than two milliseconds, whatever the text. */
const stepsAtOnce = 32_768;

export interface Scanned {
  readonly source: RequestText;
  /** Values in it, or a few more. */
  readonly values: number;
}

/** Goes through a large text in slices. @returns the bound it is over, or what is known of it. */
export async function scanLarge(text: string, bounds: JsonBounds): Promise<Exceeded | Scanned> {
  const scan = new JsonScan(text, bounds, true);
  while (!scan.advance(stepsAtOnce)) {
    if (isSliceOver()) await nextSlice();
  }
  const source = new RequestText(text, scan.idNumbers);
  return scan.exceeded ?? { source, values: scan.values };
}
