/** Encodes and decodes the text form of bytes and quantities: `0x` and lower-case digits. */

import { createBytesCutter } from "./cut-bytes.js";

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
  if (!isPaired(text)) return undefined;
  return fillWithHex(new Uint8Array((text.length - 2) / 2), text);
}

/** Decodes hex into a buffer; writing stops at the first character that is not a digit. */
function fillWithHex(bytes: Uint8Array, text: string): Uint8Array | undefined {
  const written = hexWrite.call(bytes, text.slice(2), 0, bytes.length);
  return written === bytes.length ? bytes : undefined;
}

/** Values of similar lifetime share a piece of this size: a value in use keeps no more in memory. */
const cutBytes = createBytesCutter(4096);

/** Decodes hex like `bytesOfHex`, for many values of similar lifetime. */
export function cutBytesOfHex(text: string): Uint8Array | undefined {
  if (!isPaired(text)) return undefined;
  return fillWithHex(cutBytes((text.length - 2) / 2), text);
}

/** Decodes an even number of lower-case hex digits: a few, for which the native function is slow. */
export function bytesOfDigits(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = (valueOfDigit(digits, 2 * i) << 4) | valueOfDigit(digits, 2 * i + 1);
  return bytes;
}

/** The digits 0 to 9 end in the four bits of their value, a to f in those of their value less 9. */
function valueOfDigit(digits: string, at: number): number {
  const code = digits.charCodeAt(at);
  return (code & 0xf) + (code > 0x40 ? 9 : 0);
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
