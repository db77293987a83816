/** Reads ABIs from files: an artifact of Hardhat or Foundry, or the ABI alone. */
import { type AbiFunction, toEventSelector, toFunctionSelector } from "viem";
import type { AbiItem } from "./decode.js";

/** The maximum number of characters of a file. */
const charactersMax = 4 * 1024 * 1024;

const kinds: ReadonlySet<unknown> = new Set(["function", "event", "error"]);

/** Returns whether viem can make a selector of an item: names and types are as they have to be. */
function isUsable(item: unknown): item is AbiItem {
  const { type, name, inputs } = Object(item) as Record<string, unknown>;
  if (!kinds.has(type) || typeof name !== "string" || !Array.isArray(inputs)) return false;
  try {
    if (type === "event") toEventSelector(item as never);
    else toFunctionSelector({ ...(item as AbiFunction), type: "function" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the functions, events and errors of a file.
 * @throws {Error} with a sentence for people if there are none.
 */
export function readAbi(text: string): readonly AbiItem[] {
  if (text.length > charactersMax) throw new Error("The file is longer than 4 MiB.");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error("The file is not JSON.");
  }
  const abi = Array.isArray(parsed) ? parsed : (Object(parsed) as { abi?: unknown }).abi;
  const items = Array.isArray(abi) ? abi.filter(isUsable) : [];
  if (items.length === 0) {
    throw new Error("The file has no ABI: neither a list, nor an artifact with the member abi.");
  }
  return items;
}
