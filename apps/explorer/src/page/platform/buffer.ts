/**
 * Replaces Node's `Buffer` in a browser: the members that the packages of the page use, with the
 * same results. The build injects it wherever a module names `Buffer`.
 */

type Encoding = "hex" | "latin1" | "ascii" | "utf8";

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

const digitOf = (code: number): number => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
};

const latin1Of = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** Writes hex digits as bytes up to the first pair that is not hex. Returns the number of bytes. */
function writeHex(target: Uint8Array, digits: string, offset: number, length: number): number {
  const count = Math.min(length, target.length - offset, digits.length >> 1);
  for (let i = 0; i < count; i++) {
    const high = digitOf(digits.charCodeAt(2 * i));
    const low = digitOf(digits.charCodeAt(2 * i + 1));
    if (high < 0 || low < 0) return i;
    target[offset + i] = (high << 4) | low;
  }
  return count;
}

class PageBuffer extends Uint8Array {
  /** Called on any bytes, like Node's method. */
  hexSlice(this: Uint8Array, start: number, end: number): string {
    let text = "";
    for (let i = start; i < end; i++) text += hexOf[this[i] as number];
    return text;
  }

  hexWrite(this: Uint8Array, digits: string, offset: number, length: number): number {
    return writeHex(this, digits, offset, length);
  }

  latin1Slice(this: Uint8Array, start: number, end: number): string {
    return latin1Of(this.subarray(start, end));
  }

  override toString(encoding: Encoding = "utf8"): string {
    if (encoding === "hex") return this.hexSlice(0, this.length);
    if (encoding === "utf8") return new TextDecoder().decode(this);
    return latin1Of(encoding === "ascii" ? this.map((byte) => byte & 0x7f) : this);
  }

  /** Returns the last position of a byte, or of a sequence of bytes; -1 without one. */
  override lastIndexOf(wanted: number | Uint8Array, from = this.length): number {
    const bytes = typeof wanted === "number" ? [wanted] : wanted;
    for (let at = Math.min(from, this.length - bytes.length); at >= 0; at--) {
      if (bytes.every((byte, i) => this[at + i] === byte)) return at;
    }
    return -1;
  }
}

function bytesOfText(text: string, encoding: Encoding): PageBuffer {
  if (encoding === "utf8") return copyOf(new TextEncoder().encode(text));
  if (encoding === "hex") {
    const bytes = new PageBuffer(text.length >> 1);
    return bytes.subarray(0, writeHex(bytes, text, 0, bytes.length)) as PageBuffer;
  }
  return copyOf(Array.from(text, (character) => character.charCodeAt(0) & 0xff));
}

function copyOf(values: ArrayLike<number>): PageBuffer {
  const bytes = new PageBuffer(values.length);
  bytes.set(values);
  return bytes;
}

/** Copies text or bytes; creates a view of an ArrayBuffer. */
function from(
  source: string | ArrayBuffer | ArrayLike<number>,
  encodingOrOffset: Encoding | number = "utf8",
  length?: number,
): PageBuffer {
  if (typeof source === "string") return bytesOfText(source, encodingOrOffset as Encoding);
  if (!(source instanceof ArrayBuffer)) return copyOf(source);
  const offset = typeof encodingOrOffset === "number" ? encodingOrOffset : 0;
  return new PageBuffer(source, offset, length ?? source.byteLength - offset);
}

/** Compares bytes in lexicographic order: -1, 0 or 1. */
function compare(a: Uint8Array, b: Uint8Array): number {
  const common = Math.min(a.length, b.length);
  for (let i = 0; i < common; i++) {
    if (a[i] !== b[i]) return (a[i] as number) < (b[i] as number) ? -1 : 1;
  }
  return Math.sign(a.length - b.length);
}

function concat(parts: readonly Uint8Array[], length?: number): PageBuffer {
  const joined = copyOf(parts.flatMap((part) => [...part]));
  return length === undefined ? joined : (joined.subarray(0, length) as PageBuffer);
}

const alloc = (length: number) => new PageBuffer(length);

const statics = {
  from,
  concat,
  compare,
  alloc,
  allocUnsafe: alloc,
  byteLength: (text: string) => new TextEncoder().encode(text).length,
};

export const Buffer: Omit<typeof PageBuffer, "from"> & typeof statics = Object.assign(
  PageBuffer,
  statics,
);
