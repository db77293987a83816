/** Decodes the reason of a revert from its output: Solidity's `Error(string)` and `Panic(uint256)`. */

const errorSelector = "08c379a0";
const panicSelector = "4e487b71";

/** Solidity's panic codes in geth's words. */
const panics: ReadonlyMap<bigint, string> = new Map([
  [0x0n, "generic panic"],
  [0x1n, "assert(false)"],
  [0x11n, "arithmetic underflow or overflow"],
  [0x12n, "division or modulo by zero"],
  [0x21n, "enum overflow"],
  [0x22n, "invalid encoded storage byte array accessed"],
  [0x31n, "out-of-bounds array access; popping on an empty array"],
  [0x32n, "out-of-bounds access of an array or bytesN"],
  [0x41n, "out of memory"],
  [0x51n, "uninitialized function"],
]);

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

const panicWords = (code: bigint) =>
  panics.get(code) ?? `unknown panic code: 0x${code.toString(16)}`;

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
