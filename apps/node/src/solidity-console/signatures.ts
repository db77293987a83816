/**
 * Lists every `log` function of the console: the selectors of Hardhat's `console.sol` and of Foundry,
 * computed from the declared types.
 */
import { keccak256 } from "@tandem/primitives";

/** The address of the console, which ends with the ASCII of `console.log`. */
export const consoleAddress: Uint8Array = new Uint8Array(
  Buffer.from("000000000000000000636f6e736f6c652e6c6f67", "hex"),
);

/** The types of up to four arguments, in any combination. */
const combined = ["uint256", "string", "bool", "address"] as const;
const argumentsMax = 4;

/** The types that are logged one at a time. */
const single = ["int256", "bytes", ...Array.from({ length: 32 }, (_, i) => `bytes${i + 1}`)];

function combinations(length: number): readonly (readonly string[])[] {
  if (length === 0) return [[]];
  return combinations(length - 1).flatMap((before) => combined.map((type) => [...before, type]));
}

const lists: readonly (readonly string[])[] = [
  ...Array.from({ length: argumentsMax + 1 }, (_, length) => combinations(length)).flat(),
  ...single.map((type) => [type]),
  ["string", "int256"],
];

/** Selectors use the canonical names; releases before 2022 hashed the short ones. */
const spellings = (types: readonly string[]) => [
  types.join(","),
  types.join(",").replaceAll("int256", "int"),
];

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

let table: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * Returns the argument types of the function with this selector, 8 hex digits. The table is built at
 * the first use.
 */
export function consoleTypes(selector: string): readonly string[] | undefined {
  table ??= new Map(
    lists.flatMap((types) =>
      spellings(types).map((names) => {
        const hash = keccak256(new Uint8Array(Buffer.from(`log(${names})`)));
        return [hexOf(hash.subarray(0, 4)), types] as const;
      }),
    ),
  );
  return table.get(selector);
}
