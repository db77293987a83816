/** Text form of bytes and quantities: `0x` and lower-case digits. */

const hexPattern = /^0x(?:[0-9a-f]{2})*$/i;

/** What `toString("hex")` comes to; as it is, no Buffer has to be made around other bytes. */
const { hexSlice } = Buffer.prototype as Buffer & {
  hexSlice(this: Uint8Array, start: number, end: number): string;
};

/** Two lower-case digits a byte, and no prefix. */
export const hexDigits = (bytes: Uint8Array): string => hexSlice.call(bytes, 0, bytes.length);

/** The same of a part of them. */
export const hexDigitsBetween = (bytes: Uint8Array, from: number, to: number): string =>
  hexSlice.call(bytes, from, to);

/** `0x` and two lower-case digits a byte; `0x` for no bytes. */
export function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${hexDigits(bytes)}`;
}

/**
 * Bytes of a `0x`-prefixed string with an even number of hex digits.
 * @throws {TypeError} for anything else.
 */
export function fromHex(text: string): Uint8Array {
  if (!hexPattern.test(text)) throw new TypeError(`not 0x-prefixed hex: ${text.slice(0, 80)}`);
  return new Uint8Array(Buffer.from(text.slice(2), "hex"));
}

/** JSON-RPC quantity: `0x` and no leading zeros; zero is `0x0`. */
export function toQuantity(value: bigint | number): `0x${string}` {
  return `0x${value.toString(16)}`;
}
