/** Converts bytes to integers, compares and concatenates them. All integers are big-endian. */
import { bigIntToBytes } from "@ethereumjs/util";
import { hexDigitsBetween } from "./hex.js";

export { concatBytes as concat, equalsBytes as isEqual } from "@ethereumjs/util";

export const emptyBytes: Uint8Array = new Uint8Array(0);

/**
 * Significant bytes up to which an integer is computed arithmetically; longer ones are parsed as
 * hex.
 */
const smallBytesMax = 6;

/** Decodes an integer of at most six significant bytes. */
function numberBetween(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 256 + (bytes[at] as number);
  return value;
}

/** Decodes the unsigned big-endian integer between two offsets; an empty range is zero. */
export function bigIntBetween(bytes: Uint8Array, from: number, to: number): bigint {
  let at = from;
  while (at < to && bytes[at] === 0) at++;
  if (to - at <= smallBytesMax) return BigInt(numberBetween(bytes, at, to));
  return BigInt(`0x${hexDigitsBetween(bytes, at, to)}`);
}

/** Decodes an unsigned big-endian integer; empty bytes are zero. */
export const toBigInt = (bytes: Uint8Array): bigint => bigIntBetween(bytes, 0, bytes.length);

/**
 * Decodes an unsigned big-endian integer that must be a safe integer.
 * @throws {RangeError} above 2^53 - 1.
 */
export function toNumber(bytes: Uint8Array): number {
  if (bytes.length <= smallBytesMax) return numberBetween(bytes, 0, bytes.length);
  const value = toBigInt(bytes);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${value} is above 2^53 - 1`);
  return Number(value);
}

/** Encodes an unsigned big-endian integer in its shortest form; zero is empty (as RLP integers). */
export function fromBigInt(value: bigint | number): Uint8Array {
  if (value < 0) throw new RangeError(`negative integer ${value}`);
  if (value === 0n || value === 0) return emptyBytes;
  if (value <= 0xffff_ffff) return fromWord(Number(value));
  return bigIntToBytes(BigInt(value));
}

/**
 * Encodes a small integer without converting it to text, since most integers of a block are small.
 */
function fromWord(value: number): Uint8Array {
  const length = value < 0x100 ? 1 : value < 0x1_0000 ? 2 : value < 0x100_0000 ? 3 : 4;
  const bytes = new Uint8Array(length);
  for (let at = length - 1, rest = value; at >= 0; at--, rest >>>= 8) bytes[at] = rest & 0xff;
  return bytes;
}

/** Pads bytes with zeros on the left to `length`. @throws {RangeError} when the value is longer. */
export function padStart(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length > length) throw new RangeError(`${bytes.length} bytes do not fit in ${length}`);
  if (bytes.length === length) return bytes;
  const out = new Uint8Array(length);
  out.set(bytes, length - bytes.length);
  return out;
}

/** Compares bytes in unsigned order: negative, zero or positive. */
export function compare(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

/** Returns a copy without leading zero bytes; empty for zero. */
export function withoutLeadingZeros(value: Uint8Array): Uint8Array {
  let zeros = 0;
  while (zeros < value.length && value[zeros] === 0) zeros++;
  return value.slice(zeros);
}
