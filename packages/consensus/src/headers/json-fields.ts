/** Reads values of a parsed JSON file; errors name the field. */
import { fromHex, type JsonObject, unusableData } from "@tandem/primitives";

const shown = (value: unknown) => (JSON.stringify(value) ?? "nothing").slice(0, 80);

/** Reads bytes. @throws {Fault} `unusable-data` unless the field is `0x` and hex digits. */
export function bytesField(object: JsonObject, name: string): Uint8Array {
  const value = object[name];
  try {
    return fromHex(typeof value === "string" ? value : "");
  } catch (cause) {
    throw unusableData(`${name}: expected 0x and hex digits, found ${shown(value)}`, cause);
  }
}

/**
 * Reads a number in the form of JSON-RPC (hex) or of tools that decode it (JSON number, decimal).
 * @throws {Fault} `unusable-data` for anything else.
 */
export function integerField(object: JsonObject, name: string): bigint {
  const value = object[name];
  const isCount = typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
  const isText = typeof value === "string" && /^(?:0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(value);
  if (isCount || isText) return BigInt(value);
  throw unusableData(`${name}: expected a number, hex or decimal, found ${shown(value)}`);
}

/** Reads a safe integer. @throws {Fault} `unusable-data` for no number, or one above 2^53 - 1. */
export function countField(object: JsonObject, name: string): number {
  const value = integerField(object, name);
  if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
  throw unusableData(`${name}: expected a number below 2^53, found ${value}`);
}
