/** Decodes the line that a call of the console prints. Invalid calldata prints nothing. */
import { format } from "./format.js";
import { consoleTypes } from "./signatures.js";

const wordBytes = 32;

/**
 * Returns the line, or undefined for an unknown function or truncated arguments.
 * @param input the calldata.
 */
export function consoleLine(input: Uint8Array): string | undefined {
  const buffer = Buffer.from(input.buffer, input.byteOffset, input.length);
  const types = consoleTypes(buffer.toString("hex", 0, 4));
  if (types === undefined) return undefined;
  const body = buffer.subarray(4);
  const values: (string | bigint)[] = [];
  for (const [index, type] of types.entries()) {
    const value = decodeOne(body, index * wordBytes, type);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return format(values);
}

/** Decodes an integer as a number, for `%d`, and other types as text. */
function decodeOne(body: Buffer, at: number, type: string): string | bigint | undefined {
  if (at + wordBytes > body.length) return undefined;
  const word = body.subarray(at, at + wordBytes);
  if (type === "uint256") return unsigned(word);
  if (type === "int256") return BigInt.asIntN(256, unsigned(word));
  if (type === "bool") return unsigned(word) === 0n ? "false" : "true";
  if (type === "address") return `0x${word.toString("hex", 12)}`;
  if (type === "string") return bytesAt(body, unsigned(word))?.toString("utf8");
  if (type === "bytes") return hexOrNothing(bytesAt(body, unsigned(word)));
  return `0x${word.toString("hex", 0, Number(type.slice("bytes".length)))}`;
}

const unsigned = (word: Buffer) => BigInt(`0x${word.toString("hex")}`);

const hexOrNothing = (bytes: Buffer | undefined) => bytes && `0x${bytes.toString("hex")}`;

/** Returns the bytes at an offset: a word with the length, then the bytes. */
function bytesAt(body: Buffer, offset: bigint): Buffer | undefined {
  const start = offset + BigInt(wordBytes);
  if (start > BigInt(body.length)) return undefined;
  const length = unsigned(body.subarray(Number(offset), Number(start)));
  const end = start + length;
  return end > BigInt(body.length) ? undefined : body.subarray(Number(start), Number(end));
}
