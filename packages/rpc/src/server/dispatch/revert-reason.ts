/** Decodes the reason of a revert from its output: Solidity's `Error(string)` and `Panic(uint256)`. */

const errorSelector = "08c379a0";
const panicSelector = "4e487b71";

/** Short descriptions of Solidity's panic codes. */
const panics: Readonly<Record<string, string>> = {
  "0": "generic panic",
  "1": "assertion failed",
  "11": "arithmetic overflow or underflow",
  "12": "division by zero",
  "21": "value out of range of its enum",
  "22": "storage bytes badly encoded",
  "31": "pop from an empty array",
  "32": "array index out of bounds",
  "41": "out of memory",
  "51": "call of an uninitialized function",
};

/** Returns a word as a number if it is a valid offset in `length` bytes. */
function offsetAt(bytes: Buffer, at: number, length: number): number | undefined {
  if (at + 32 > bytes.length) return undefined;
  const value = BigInt(`0x${bytes.toString("hex", at, at + 32)}`);
  return value <= BigInt(length) ? Number(value) : undefined;
}

function stringOf(body: Buffer): string | undefined {
  const start = offsetAt(body, 0, body.length);
  if (start === undefined) return undefined;
  const length = offsetAt(body, start, body.length);
  if (length === undefined || start + 32 + length > body.length) return undefined;
  return body.toString("utf8", start + 32, start + 32 + length);
}

function panicOf(body: Buffer): string | undefined {
  if (body.length < 32) return undefined;
  const code = BigInt(`0x${body.toString("hex", 0, 32)}`).toString(16);
  return `panic 0x${code.padStart(2, "0")} (${panics[code] ?? "unknown code"})`;
}

/** Returns the reason as text, or undefined if the bytes have neither of the two forms. */
export function revertReason(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const selector = buffer.toString("hex", 0, 4);
  const body = buffer.subarray(4);
  if (selector === errorSelector) return stringOf(body);
  return selector === panicSelector ? panicOf(body) : undefined;
}
