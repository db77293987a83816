/** Encodes the values of EIP-712 that are neither structs nor arrays. */
import type { Bytes } from "../bytes/brands.js";
import { fromBigInt, padStart } from "../bytes/bytes.js";
import { keccak256 } from "../bytes/hash.js";
import { bytesOfHex } from "../bytes/hex.js";
import { Fault } from "../fault.js";

const wordBits = 256;
const wordBytes = 32;

/**
 * Returns the 32 bytes of a value: the hash of `string` and `bytes`, the padded value of others.
 * @param path names the value in errors.
 * @throws {Fault} `bad-request` for an unknown type, and for a value that does not have its type.
 */
export function atomicValue(type: string, value: unknown, path: string): Bytes {
  const refuse = (expected: string) =>
    new Fault({ code: "bad-request", message: `${path}: expected ${expected}` });
  if (type === "string") {
    if (typeof value !== "string") throw refuse("text");
    return keccak256(new TextEncoder().encode(value));
  }
  if (type === "bytes") {
    const bytes = bytesOf(value);
    if (bytes === undefined) throw refuse("0x-hex with two digits for each byte");
    return keccak256(bytes);
  }
  if (type === "bool") {
    if (typeof value !== "boolean") throw refuse("true or false");
    return padStart(Uint8Array.of(value ? 1 : 0), wordBytes);
  }
  if (type === "address") {
    const bytes = bytesOf(value);
    if (bytes?.length !== 20) throw refuse("an address of 20 bytes of 0x-hex");
    return padStart(bytes, wordBytes);
  }
  const [, base, size] = /^(u?int|bytes)(\d*)$/.exec(type) ?? [];
  if (base === "bytes") return fixedBytes(Number(size), value, refuse);
  if (base === undefined) throw refuse(`a type of EIP-712, and ${type} is none`);
  const bits = size === "" ? wordBits : Number(size);
  if (bits === 0 || bits > wordBits || bits % 8 !== 0) throw refuse(`8 to 256 bits, not ${bits}`);
  return integer({ isSigned: base === "int", bits }, value, refuse);
}

type Refuse = (expected: string) => Fault;

const bytesOf = (value: unknown): Bytes | undefined =>
  typeof value === "string" ? bytesOfHex(value) : undefined;

function fixedBytes(size: number, value: unknown, refuse: Refuse): Bytes {
  if (size === 0 || size > wordBytes) throw refuse(`1 to 32 bytes, not ${size}`);
  const bytes = bytesOf(value);
  if (bytes?.length !== size) throw refuse(`${size} bytes of 0x-hex`);
  const word = new Uint8Array(wordBytes);
  word.set(bytes);
  return word;
}

interface IntegerType {
  readonly isSigned: boolean;
  readonly bits: number;
}

/** The longest text of an integer: 78 digits and a sign. */
const integerTextMax = 79;

function integer({ isSigned, bits }: IntegerType, value: unknown, refuse: Refuse): Bytes {
  const name = `${isSigned ? "int" : "uint"}${bits}`;
  const number = integerOf(value);
  if (number === undefined) throw refuse(`an integer of the type ${name}`);
  const top = 1n << BigInt(isSigned ? bits - 1 : bits);
  if (number >= top || number < (isSigned ? -top : 0n)) throw refuse(`a value within ${name}`);
  return padStart(fromBigInt(BigInt.asUintN(wordBits, number)), wordBytes);
}

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== "string" || value.length > integerTextMax) return undefined;
  return /^(?:0x[0-9a-fA-F]+|-?\d+)$/.test(value) ? BigInt(value) : undefined;
}
