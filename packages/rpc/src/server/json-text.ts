/** What `JSON.parse` does not tell: how deep a text goes, and numbers as they were written. */

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;

/** Index after the string that opens at `start`. */
export function stringEnd(text: string, start: number): number {
  for (let i = text.indexOf('"', start + 1); i >= 0; i = text.indexOf('"', i + 1)) {
    // Backslashes in pairs stand for themselves; the string's opening quote ends their row.
    let before = i - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((i - before) % 2 === 1) return i + 1;
  }
  return text.length;
}

const isOpening = (c: number) => c === 0x7b || c === 0x5b;
const isClosing = (c: number) => c === 0x7d || c === 0x5d;

/** Whether arrays and objects are nested in more than `max` levels. */
export function isDeeperThan(text: string, max: number): boolean {
  // Every level takes two characters, so most requests need no look.
  if (text.length <= 2 * max) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === quote) i = stringEnd(text, i) - 1;
    else if (isOpening(c)) {
      depth += 1;
      if (depth > max) return true;
    } else if (isClosing(c)) depth -= 1;
  }
  return false;
}

const idNumber = /\s*:\s*(-?[0-9][0-9.eE+-]*)/y;

/** Number that stands as the value of the key ending at `end`, if the key is `id`. */
function idNumberAfter(text: string, start: number, end: number): string | undefined {
  if (JSON.parse(text.slice(start, end)) !== "id") return undefined;
  idNumber.lastIndex = end;
  return idNumber.exec(text)?.[1];
}

/** By the place in its batch; that of a request alone is at 0. */
function idNumbersOf(text: string): ReadonlyMap<number, string> {
  const requestDepth = text.trimStart().startsWith("[") ? 2 : 1;
  const found = new Map<number, string>();
  let depth = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (isOpening(c)) depth += 1;
    else if (isClosing(c)) depth -= 1;
    else if (c === comma && depth === requestDepth - 1) at += 1;
    else if (c === quote) {
      const end = stringEnd(text, i);
      // Of two members of one name the last counts, as in JSON.parse.
      const id = depth === requestDepth ? idNumberAfter(text, i, end) : undefined;
      if (id !== undefined) found.set(at, id);
      i = end - 1;
    }
  }
  return found;
}

/** Valid JSON, a request or a batch of them; gone through for its ids at most once. */
export class RequestText {
  readonly #text: string;
  #idNumbers: ReadonlyMap<number, string> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The number a request has as its id, as it was written: JavaScript would round a long one.
   * @param at place of the request in its batch; 0 for one alone.
   */
  idNumber(at: number): string {
    this.#idNumbers ??= idNumbersOf(this.#text);
    return this.#idNumbers.get(at) ?? "null";
  }
}
