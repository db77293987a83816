/** Text form of bytes and quantities: `0x` and lower-case digits. */

const hexPattern = /^0x(?:[0-9a-f]{2})*$/i;

/** `0x` and two lower-case digits a byte; `0x` for no bytes. */
export function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex")}`;
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
