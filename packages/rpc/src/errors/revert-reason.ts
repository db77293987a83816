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

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Returns the text of `Error(string)`, or undefined if the bytes have another form. */
export function revertString(bytes: Uint8Array): string | undefined {
  const buffer = bufferOf(bytes);
  return buffer.toString("hex", 0, 4) === errorSelector ? stringOf(buffer.subarray(4)) : undefined;
}

/** Returns the code of `Panic(uint256)`, or undefined if the bytes have another form. */
export function panicCode(bytes: Uint8Array): bigint | undefined {
  const buffer = bufferOf(bytes);
  if (buffer.length < 36 || buffer.toString("hex", 0, 4) !== panicSelector) return undefined;
  return BigInt(`0x${buffer.toString("hex", 4, 36)}`);
}

function panicWords(panic: bigint): string {
  const code = panic.toString(16);
  return `panic 0x${code.padStart(2, "0")} (${panics[code] ?? "unknown code"})`;
}

/** Returns the message of geth for a revert with this output. */
export function revertMessage(output: Uint8Array): string {
  const reason = revertReason(output);
  return reason === undefined ? "execution reverted" : `execution reverted: ${reason}`;
}

/** Returns the reason as text, or undefined if the bytes have neither of the two forms. */
export function revertReason(bytes: Uint8Array): string | undefined {
  const code = panicCode(bytes);
  return code === undefined ? revertString(bytes) : panicWords(code);
}
