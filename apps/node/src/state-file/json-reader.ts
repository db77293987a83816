/**
 * Reads JSON from bytes a member at a time, in steps. A dumped state may have hundreds of megabytes,
 * which `JSON.parse` would process at once; skipped values are only matched for their quotes and
 * brackets.
 */

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const opening = 0x7b;
const closing = 0x7d;
const letterN = 0x6e;

const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isOpening = (byte: number | undefined) => byte === opening || byte === 0x5b;
const isClosing = (byte: number | undefined) => byte === closing || byte === 0x5d;

/** The number of bytes between two steps: less than a millisecond. */
const bytesInStep = 64 * 1024;
/** The maximum bytes of a number, true, false or null. */
const wordBytesMax = 100;
/** The maximum bytes of a name or a text that is parsed, which is done at once. */
const textBytesMax = 1000;

type Steps<T> = Generator<void, T>;

export class JsonReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** The number of bytes that have been read. */
  get position(): number {
    return this.#at;
  }

  /**
   * Reads an object.
   * @param read must read or skip the value of each member, in order.
   * @throws {SyntaxError} if the bytes are not JSON, or for a name of more than 1,000 bytes.
   */
  *members(read: (key: string) => Steps<void>): Steps<void> {
    yield* this.#take(opening);
    if ((yield* this.#peek()) === closing) {
      this.#at++;
      return;
    }
    for (;;) {
      yield* this.#peek();
      const key = this.#parsed(yield* this.#stringEnd());
      if (typeof key !== "string") throw this.#wrong("a name");
      yield* this.#take(colon);
      yield* this.#peek();
      yield* read(key);
      const next = yield* this.#peek();
      this.#at++;
      if (next === closing) return;
      if (next !== comma) throw this.#wrong("a comma");
      yield;
    }
  }

  /** Returns whether the next value is null. */
  isAtNull(): boolean {
    return this.#bytes[this.#at] === letterN;
  }

  /**
   * Reads a string, a number, true, false or null.
   * @throws {SyntaxError} for anything else, or a text of more than 1,000 bytes.
   */
  *scalar(): Steps<unknown> {
    if ((yield* this.#peek()) === quote) return this.#parsed(yield* this.#stringEnd());
    const end = this.#wordEnd();
    if (end === this.#at) throw this.#wrong("text or a number");
    return this.#parsed(end);
  }

  /**
   * Reads a text of `0x` and two digits for each byte, a part in each step.
   * @returns undefined if the text is anything else.
   * @throws {SyntaxError} for a value that is no text, and for more than `bytesMax` bytes.
   */
  *hexBytes(bytesMax: number): Steps<Uint8Array | undefined> {
    yield* this.#peek();
    const from = this.#at + '"0x'.length;
    this.#at = yield* this.#stringEnd();
    const digits = this.#at - 1 - from;
    const isPrefixed = this.#bytes.toString("latin1", from - 2, from) === "0x";
    if (!isPrefixed || digits < 0 || digits % 2 !== 0) return undefined;
    if (digits > 2 * bytesMax) throw this.#wrong(`at most ${bytesMax} bytes`);
    const bytes = Buffer.alloc(digits / 2);
    for (let at = 0; at < digits; at += bytesInStep) {
      const part = this.#bytes.toString(
        "latin1",
        from + at,
        from + Math.min(at + bytesInStep, digits),
      );
      if (bytes.write(part, at / 2, "hex") < part.length / 2) return undefined;
      yield;
    }
    return bytes;
  }

  /**
   * Skips a value of any kind.
   * @throws {SyntaxError} if it does not end.
   */
  *pass(): Steps<void> {
    let depth = 0;
    let lookAt = this.#at + bytesInStep;
    do {
      const byte = yield* this.#peek();
      if (byte === undefined) throw this.#wrong("the end of a value");
      if (byte === quote) this.#at = yield* this.#stringEnd();
      else {
        if (isOpening(byte)) depth++;
        else if (isClosing(byte)) depth--;
        this.#at++;
        if (depth === 0 && !isClosing(byte)) this.#at = this.#wordEnd();
      }
      if (this.#at >= lookAt) {
        lookAt = this.#at + bytesInStep;
        yield;
      }
    } while (depth > 0);
  }

  /**
   * Checks that only white space follows.
   * @throws {SyntaxError} for anything else.
   */
  *end(): Steps<void> {
    if ((yield* this.#peek()) !== undefined) throw this.#wrong("the end");
  }

  /** Returns the next byte after white space; undefined at the end. */
  *#peek(): Steps<number | undefined> {
    for (let passed = 1; isSpace(this.#bytes[this.#at]); passed++) {
      this.#at++;
      if (passed % bytesInStep === 0) yield;
    }
    return this.#bytes[this.#at];
  }

  *#take(byte: number): Steps<void> {
    if ((yield* this.#peek()) !== byte) throw this.#wrong(`"${String.fromCharCode(byte)}"`);
    this.#at++;
  }

  /** Returns the position after the string that begins here. */
  *#stringEnd(): Steps<number> {
    const bytes = this.#bytes;
    if (bytes[this.#at] !== quote) throw this.#wrong("text");
    let lookAt = this.#at + bytesInStep;
    for (let end = bytes.indexOf(quote, this.#at + 1); ; end = bytes.indexOf(quote, end + 1)) {
      if (end < 0) throw this.#wrong("the end of a text");
      let before = end - 1;
      for (; bytes[before] === backslash; before--) {
        if ((end - before) % bytesInStep === 0) yield;
      }
      if ((end - before) % 2 === 1) return end + 1;
      if (end < lookAt) continue;
      lookAt = end + bytesInStep;
      yield;
    }
  }

  /** Returns the position after the number or word that continues here. */
  #wordEnd(): number {
    const bytes = this.#bytes;
    let end = this.#at;
    for (; end < bytes.length && end - this.#at <= wordBytesMax; end++) {
      const byte = bytes[end];
      const isOver = isSpace(byte) || isOpening(byte) || isClosing(byte);
      if (isOver || byte === comma || byte === colon || byte === quote) return end;
    }
    if (end - this.#at > wordBytesMax) throw this.#wrong(`at most ${wordBytesMax} characters`);
    return end;
  }

  /** Parses the value up to `end` and moves past it. */
  #parsed(end: number): unknown {
    if (end - this.#at > textBytesMax) throw this.#wrong(`at most ${textBytesMax} bytes`);
    const value: unknown = JSON.parse(this.#bytes.toString("utf8", this.#at, end));
    this.#at = end;
    return value;
  }

  #wrong(expected: string): SyntaxError {
    return new SyntaxError(`expected ${expected} at byte ${this.#at} of the JSON`);
  }
}
