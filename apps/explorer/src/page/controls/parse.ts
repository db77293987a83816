/** Parses the fields of the controls. */
import { bytesOfHex } from "@tandem/primitives";
import { readAddress } from "../format/read-address.js";

/** Reports a field with an invalid value, with a sentence for people. */
export class FieldError extends Error {}

/** Returns an integer. @throws {FieldError} */
export function wholeNumber(text: string, name: string): number {
  const trimmed = text.trim();
  if (!/^\d{1,15}$/.test(trimmed)) throw new FieldError(`${name}: expected a whole number`);
  return Number(trimmed);
}

/** Returns true for yes, true or on, and false for no, false or off. @throws {FieldError} */
export function yesOrNo(text: string, name: string): boolean {
  const word = text.trim().toLowerCase();
  if (["yes", "true", "on"].includes(word)) return true;
  if (["no", "false", "off"].includes(word)) return false;
  throw new FieldError(`${name}: expected yes or no`);
}

const coinDigits = 18;

/** Returns coins with up to 18 decimal places as wei. @throws {FieldError} */
export function weiOfCoins(text: string, name: string): bigint {
  const [, whole, fraction = ""] = /^(\d{1,40})(?:\.(\d{1,18}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) throw new FieldError(`${name}: expected a number of coins`);
  return BigInt(`${whole}${fraction.padEnd(coinDigits, "0")}`);
}

/** @param chainId a part of the checksum. @throws {FieldError} */
export function addressOf(text: string, name: string, chainId: number): Uint8Array {
  const read = readAddress(text, chainId);
  if (read.kind === "wrong-checksum") throw new FieldError(`${name}: ${read.why}`);
  if (read.kind === "malformed") throw new FieldError(`${name}: expected an address`);
  return bytesOfHex(read.address) as Uint8Array;
}

/** Returns bytes; none for an empty text. @throws {FieldError} */
export function bytesOf(text: string, name: string): Uint8Array {
  const bytes = bytesOfHex(text.trim() === "" ? "0x" : text.trim());
  if (bytes === undefined) throw new FieldError(`${name}: expected 0x and hex digits`);
  return bytes;
}
