/** Encodes and decodes the text form of bytes and quantities: `0x` and lower-case digits. */

import { createBytesCutter, inHeapMax } from "./cut-bytes.js";

/**
 * The native functions behind `toString("hex")` and `write`, which need no Buffer around other
 * bytes.
 */
const { hexSlice, hexWrite } = Buffer.prototype as Buffer & {
  hexSlice(this: Uint8Array, start: number, end: number): string;
  hexWrite(this: Uint8Array, digits: string, offset: number, length: number): number;
};

/** Returns two lower-case hex digits per byte, without a prefix. */
export const hexDigits = (bytes: Uint8Array): string => hexSlice.call(bytes, 0, bytes.length);

/** Returns the hex digits of a range of bytes. */
export const hexDigitsBetween = (bytes: Uint8Array, from: number, to: number): string =>
  hexSlice.call(bytes, from, to);

/** Returns `0x` and two lower-case digits per byte; `0x` for empty bytes. */
export function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${hexDigits(bytes)}`;
}

/**
 * Returns whether a text can be hex: the runtime reads only the low byte of non-ASCII characters.
 */
const isPaired = (text: string) =>
  text.length % 2 === 0 && text.startsWith("0x") && Buffer.byteLength(text) === text.length;

/**
 * Decodes a `0x`-prefixed string with an even number of hex digits; undefined for anything else.
 */
export function bytesOfHex(text: string): Uint8Array | undefined {
  if (text.length <= shortTextMax) return shortBytesOfHex(text);
  if (!isPaired(text)) return undefined;
  return fillWithHex(new Uint8Array((text.length - 2) / 2), text);
}

/** Bytes decoded at once. The runtime copies their digits first, with two bytes for each. */
const decodedAtOnce = 32_768;

/** Decodes hex into a buffer; writing stops at the first character that is not a digit. */
function fillWithHex(bytes: Uint8Array, text: string): Uint8Array | undefined {
  for (let from = 0; from < bytes.length; from += decodedAtOnce) {
    const end = Math.min(from + decodedAtOnce, bytes.length);
    const digits = text.slice(2 + 2 * from, 2 + 2 * end);
    if (hexWrite.call(bytes, digits, from, end - from) !== end - from) return undefined;
  }
  return bytes;
}

/** Values of similar lifetime share a piece of this size: a value in use keeps no more in memory. */
const cutBytes = createBytesCutter(4096);

/** Decodes hex like `bytesOfHex`, for many values of similar lifetime. */
export function cutBytesOfHex(text: string): Uint8Array | undefined {
  if (text.length <= shortTextMax) return shortBytesOfHex(text);
  if (!isPaired(text)) return undefined;
  return fillWithHex(cutBytes((text.length - 2) / 2), text);
}

/** Characters of texts of up to 64 bytes, for which the native function is slow. */
const shortTextMax = 2 + 2 * inHeapMax;

/** The values of digits by their code; 0x100 for other characters. */
const digitValues = Uint16Array.from({ length: 256 }, (_, code) => {
  const value = "0123456789abcdef".indexOf(String.fromCharCode(code).toLowerCase());
  return value < 0 ? 0x100 : value;
});

/** @param code of a character; the caller checks that it is below 0x100. */
const valueOfCode = (code: number) => digitValues[code & 0xff] as number;

function shortBytesOfHex(text: string): Uint8Array | undefined {
  return text.length % 2 === 0 && text.startsWith("0x") ? bytesOfDigits(text, 2) : undefined;
}

/**
 * Decodes the hex digits of a short text from `from` on.
 * @returns undefined if there are other characters.
 */
export function bytesOfDigits(text: string, from = 0): Uint8Array | undefined {
  const bytes = new Uint8Array((text.length - from) / 2);
  // One comparison at the end is cheaper than one for each digit.
  let codes = 0;
  let values = 0;
  for (let i = 0, at = from; i < bytes.length; i++, at += 2) {
    const high = text.charCodeAt(at);
    const low = text.charCodeAt(at + 1);
    const value = (valueOfCode(high) << 4) | valueOfCode(low);
    codes |= high | low;
    values |= value;
    bytes[i] = value;
  }
  return (codes | values) > 0xff ? undefined : bytes;
}

/** Decodes a `0x`-prefixed hex string. @throws {TypeError} for anything else. */
export function fromHex(text: string): Uint8Array {
  const bytes = bytesOfHex(text);
  if (bytes === undefined) throw new TypeError(`not 0x-prefixed hex: ${text.slice(0, 80)}`);
  return bytes;
}

/** Encodes a JSON-RPC quantity: `0x` and no leading zeros; zero is `0x0`. */
export function toQuantity(value: bigint | number): `0x${string}` {
  return `0x${value.toString(16)}`;
}
