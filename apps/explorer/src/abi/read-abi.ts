/** Reads ABIs from files: an artifact of Hardhat or Foundry, or the ABI alone. */
import { type AbiFunction, toEventSelector, toFunctionSelector } from "viem";
import { formatAbiItem } from "viem/utils";
import type { AbiItem } from "./decode.js";
import { visible } from "./visible.js";

/** The maximum number of characters of a file. */
const charactersMax = 4 * 1024 * 1024;

/** The maximum number of items of a file: each function is a form of the page. */
const itemsMax = 1000;
/** The maximum number of parameters of an item, and of members of a tuple. */
const parametersMax = 64;
/** The maximum depth of tuples in tuples. */
const depthMax = 16;
/** The maximum length of a name, in characters. */
const nameMax = 256;

/** Types without tuples, each with any number of lists; a fixed list has 1 to 9,999 elements. */
const typePattern = /^[a-z]+[0-9]*(?:\[(?:[1-9][0-9]{0,3})?\])*$/;

/** A name whose characters would change the order of a signature cannot be shown. */
const isName = (name: unknown) =>
  name === undefined ||
  (typeof name === "string" && name.length <= nameMax && visible(name) === name);

/**
 * Returns whether parameters can be shown and decoded. A tuple without members takes no bytes, so a
 * list of such tuples could have any length and would be decoded without end.
 */
function areUsable(parameters: unknown, depth = 0): boolean {
  if (!Array.isArray(parameters) || parameters.length > parametersMax) return false;
  return parameters.every((parameter) => {
    const { name, type, components } = Object(parameter) as Record<string, unknown>;
    if (typeof type !== "string" || !typePattern.test(type) || !isName(name)) return false;
    if (!type.startsWith("tuple")) return true;
    const hasMembers = Array.isArray(components) && components.length > 0;
    return hasMembers && depth < depthMax && areUsable(components, depth + 1);
  });
}

const kinds: ReadonlySet<unknown> = new Set(["function", "event", "error"]);

/** Returns whether viem can compute a selector of an item: its names and types are valid. */
function isUsable(item: unknown): item is AbiItem {
  const { type, name, inputs, outputs = [] } = Object(item) as Record<string, unknown>;
  if (!kinds.has(type) || typeof name !== "string" || !isName(name)) return false;
  if (!areUsable(inputs) || !areUsable(outputs)) return false;
  try {
    formatAbiItem(item as never);
    if (type === "event") toEventSelector(item as never);
    else toFunctionSelector({ ...(item as AbiFunction), type: "function" });
    return true;
  } catch {
    return false;
  }
}

/** Returns the items of an ABI that can be decoded: functions, events and errors. */
export const abiItemsOf = (abi: readonly unknown[]): readonly AbiItem[] => abi.filter(isUsable);

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
  const items = Array.isArray(abi) ? abiItemsOf(abi) : [];
  if (items.length === 0) {
    throw new Error("The file has no ABI: neither a list, nor an artifact with the member abi.");
  }
  if (items.length > itemsMax) {
    throw new Error(`The file has ${items.length} items. At most ${itemsMax} are taken.`);
  }
  return items;
}
