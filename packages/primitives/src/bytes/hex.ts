/** Encodes and decodes the text form of bytes and quantities: `0x` and lower-case digits. */

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

/** Bytes of a buffer that several values share: a value in use retains no more than this. */
const pieceBytes = 4096;
/** The longest value in a shared buffer: a tenth of it, so that little remains unused. */
const cutBytesMax = 410;
let piece = new Uint8Array(0);
let cut = 0;

/**
 * Decodes hex like `bytesOfHex`, for many values of similar lifetime: values of more than 64 bytes
 * otherwise get a buffer of their own, which takes longer to allocate than to fill.
 */
export function cutBytesOfHex(text: string): Uint8Array | undefined {
  const length = (text.length - 2) / 2;
  if (length > cutBytesMax) return bytesOfHex(text);
  if (!isPaired(text)) return undefined;
  if (cut + length > piece.length) {
    piece = new Uint8Array(pieceBytes);
    cut = 0;
  }
  const bytes = fillWithHex(piece.subarray(cut, cut + length), text);
  if (bytes !== undefined) cut += length;
  return bytes;
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
