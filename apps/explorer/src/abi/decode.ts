/** Decodes input, logs and revert data by ABIs. Loaded only when there is data to decode. */

import { errorText } from "@tandem/primitives";
import {
  type Abi,
  type AbiEvent,
  type AbiFunction,
  type AbiParameter,
  decodeAbiParameters,
  decodeEventLog,
  type Hex,
  toEventSelector,
  toFunctionSelector,
} from "viem";
import { formatAbiItem } from "viem/utils";
import { builtIn } from "./built-in.js";
import { visible } from "./visible.js";

type AbiError = Extract<Abi[number], { readonly type: "error" }>;

/** Items of an ABI; errors have the inputs of functions. */
export type AbiItem = AbiFunction | AbiEvent | AbiError;

export interface Argument {
  readonly name: string;
  readonly type: string;
  /** The value as text. It comes from the chain and is never markup. */
  readonly value: string;
}

export interface Decoded {
  readonly name: string;
  /** The signature, such as `transfer(address,uint256)`. */
  readonly signature: string;
  readonly args: readonly Argument[];
}

/** Returns a decoded value as text, composite values with brackets. */
export function textOf(value: unknown): string {
  if (typeof value === "bigint" || typeof value === "number") return value.toString();
  if (Array.isArray(value)) return `[${value.map(textOf).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${name}: ${textOf(member)}`);
    return `{${members.join(", ")}}`;
  }
  const isText = typeof value === "string" && !/^0x[0-9a-f]*$/i.test(value);
  return isText ? visible(JSON.stringify(value)) : `${value}`;
}

const argumentsOf = (inputs: readonly AbiParameter[], values: readonly unknown[]) =>
  inputs.map(({ name, type }, i) => ({ name: name ?? "", type, value: textOf(values[i]) }));

const itemsOf = (known: readonly AbiItem[]) => [...known, ...(builtIn as readonly AbiItem[])];

/** Selectors and topics: a page may compare thousands of calls with a thousand items. */
const selectors = new WeakMap<AbiItem, Hex>();

function selectorOf(item: AbiItem): Hex {
  const known = selectors.get(item);
  if (known !== undefined) return known;
  const computed =
    item.type === "event"
      ? toEventSelector(item)
      : toFunctionSelector({ ...item, type: "function" } as AbiFunction);
  selectors.set(item, computed);
  return computed;
}

const selectorDigits = 10;

/** Decodes the data after a selector, by the first item whose types fit. */
function decodeBySelector(
  data: Hex,
  items: readonly (AbiFunction | AbiError)[],
): Decoded | undefined {
  const selector = data.slice(0, selectorDigits);
  for (const item of items) {
    try {
      if (selectorOf(item) !== selector) continue;
      const values = decodeAbiParameters(item.inputs, `0x${data.slice(selectorDigits)}`);
      const args = argumentsOf(item.inputs, values);
      return { name: item.name, signature: formatAbiItem(item), args };
    } catch {
      // Another item may have the same selector.
    }
  }
  return undefined;
}

/** Returns the function with a selector: `0x` and eight hex digits in lower case. */
export const functionOf = (selector: Hex, known: readonly AbiItem[]): AbiFunction | undefined =>
  known.filter(isFunction).find((item) => selectorOf(item) === selector);

const isFunction = (item: AbiItem): item is AbiFunction => item.type === "function";

/** Decodes the input of a call. @param known items of ABIs that precede the built-in ones. */
export function decodeInput(data: Hex, known: readonly AbiItem[] = []): Decoded | undefined {
  return decodeBySelector(data, itemsOf(known).filter(isFunction));
}

/** Decodes the output of a reverted call. */
export function decodeRevert(data: Hex, known: readonly AbiItem[] = []): Decoded | undefined {
  const isError = (item: AbiItem): item is AbiError => item.type === "error";
  return decodeBySelector(data, itemsOf(known).filter(isError));
}

/** Decodes a log by the first event with its topic and its number of indexed members. */
export function decodeLog(
  topics: readonly Hex[],
  data: Hex,
  known: readonly AbiItem[] = [],
): Decoded | undefined {
  const isEvent = (item: AbiItem): item is AbiEvent => item.type === "event";
  for (const item of itemsOf(known).filter(isEvent)) {
    try {
      const indexed = item.inputs.filter((input) => input.indexed).length;
      if (selectorOf(item) !== topics[0] || topics.length !== indexed + 1) continue;
      const nameless = { ...item, inputs: item.inputs.map(({ name: _, ...input }) => input) };
      const { args = [] } = decodeEventLog({ abi: [nameless], topics: topics as [Hex], data });
      const values = args as readonly unknown[];
      return {
        name: item.name,
        signature: formatAbiItem(item),
        args: argumentsOf(item.inputs, values),
      };
    } catch {
      // The same event may exist with other indexed members.
    }
  }
  return undefined;
}

const panics: Readonly<Record<string, string>> = {
  "1": "an assertion failed",
  "17": "arithmetic overflow or underflow",
  "18": "division by zero",
  "33": "a value outside an enum",
  "34": "malformed storage",
  "49": "pop of an empty array",
  "50": "an index outside an array",
  "65": "too much memory",
  "81": "a call of an empty function pointer",
};

/** Returns the reason of a revert as part of a sentence. */
export function reasonText(data: Hex, known: readonly AbiItem[] = []): string | undefined {
  const decoded = decodeRevert(data, known);
  if (decoded === undefined) return undefined;
  const { name, args } = decoded;
  if (name === "Error") return args[0]?.value;
  if (name === "Panic")
    return `panic ${args[0]?.value}: ${panics[args[0]?.value ?? ""] ?? "unknown"}`;
  return errorText(decoded);
}
