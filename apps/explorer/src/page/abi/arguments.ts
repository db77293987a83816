/** Parses arguments that users type, by the types of an ABI. */
import type { AbiParameter } from "viem";
import { readAddress } from "../format/read-address.js";

/** Reports an argument that does not fit its type, with a sentence for people. */
export class ArgumentError extends Error {}

const arrayType = /^(.*)\[(\d*)\]$/;

function ofText(type: string, text: string, chainId: number): unknown {
  const trimmed = text.trim();
  if (/^u?int/.test(type)) {
    if (/^-?\d+$|^0x[0-9a-f]+$/i.test(trimmed)) return BigInt(trimmed);
    throw new ArgumentError(`${type}: expected a whole number`);
  }
  if (type === "bool") {
    if (/^(true|false)$/.test(trimmed)) return trimmed === "true";
    throw new ArgumentError("bool: expected true or false");
  }
  if (type === "string") return text;
  if (type === "address") return addressOf(trimmed, chainId);
  if (/^0x(?:[0-9a-f]{2})*$/i.test(trimmed)) return trimmed;
  throw new ArgumentError(`${type}: expected 0x and hex digits`);
}

/** Returns an address in lower case, because the encoder accepts only one of the two checksums. */
function addressOf(text: string, chainId: number): string {
  const read = readAddress(text, chainId);
  if (read.kind === "address") return read.address;
  throw new ArgumentError(
    `address: ${read.kind === "malformed" ? "expected 0x and 40 hex digits" : read.why}`,
  );
}

/** Returns a value in JSON as text. @throws {ArgumentError} if the text would be another value. */
function textInJson(type: string, value: unknown): string {
  if (typeof value === "string") return value;
  if (type === "string") throw new ArgumentError("string: expected text in quotes");
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new ArgumentError(`${type}: write a number as large as this in quotes`);
  }
  return `${value}`;
}

function fromJson(parameter: AbiParameter, value: unknown, chainId: number): unknown {
  const { type } = parameter;
  const [, element] = arrayType.exec(type) ?? [];
  if (element !== undefined) {
    if (!Array.isArray(value)) throw new ArgumentError(`${type}: expected a JSON list`);
    return value.map((one) => fromJson({ ...parameter, type: element }, one, chainId));
  }
  if (type !== "tuple") return ofText(type, textInJson(type, value), chainId);
  const { components = [] } = parameter as { components?: readonly AbiParameter[] };
  if (typeof value !== "object" || value === null) {
    throw new ArgumentError("tuple: expected a JSON object or list");
  }
  const members = value as Record<string, unknown>;
  const entries = components.map((component, i) => {
    const member = Array.isArray(value) ? value[i] : members[component.name ?? ""];
    return [component.name ?? "", fromJson(component, member, chainId)] as const;
  });
  // The encoder takes members without a name by their position only.
  const isNamed = entries.every(([name]) => name !== "");
  return isNamed ? Object.fromEntries(entries) : entries.map(([, member]) => member);
}

/**
 * Returns the value of an argument. Lists and tuples are JSON; large numbers in them have quotes.
 * @param chainId a part of the checksum of addresses.
 * @throws {ArgumentError}
 */
export function argumentOf(parameter: AbiParameter, text: string, chainId: number): unknown {
  const isComposite = arrayType.test(parameter.type) || parameter.type === "tuple";
  if (!isComposite) return ofText(parameter.type, text, chainId);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new ArgumentError(`${parameter.type}: expected JSON`);
  }
  return fromJson(parameter, parsed, chainId);
}
