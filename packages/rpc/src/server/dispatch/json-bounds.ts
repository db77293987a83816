/** Checks the bounds of a parsed text by its value, which takes a tenth of the time of a scan. */
import { RpcError } from "../../contract/errors.js";
import { type Exceeded, exceededIn, type JsonBounds } from "./json-text.js";

/**
 * Returns the bound that a text exceeds, or undefined.
 * @param value the parsed text, or the error of the parser.
 */
export function exceededByValue(
  value: unknown,
  text: string,
  bounds: JsonBounds,
): Exceeded | undefined {
  return isWithin(value, text, bounds) ? undefined : exceededIn(text, bounds);
}

function isWithin(value: unknown, text: string, bounds: JsonBounds): boolean {
  const { jsonDepthMax, jsonValuesMax, batchEntriesMax } = bounds;
  if (value instanceof RpcError || text.length > jsonValuesMax) return false;
  if (Array.isArray(value) && value.length > batchEntriesMax) return false;
  return text.length <= 2 * jsonDepthMax || !isDeeperThan(value, jsonDepthMax);
}

/** Returns whether arrays and objects are nested in more than `levels` levels. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      if (isDeeperThan(value[i], levels - 1)) return true;
    }
    return false;
  }
  for (const name in value) {
    if (isDeeperThan(value[name as keyof typeof value], levels - 1)) return true;
  }
  return false;
}
