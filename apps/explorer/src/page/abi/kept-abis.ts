/** Stores ABIs in the browser, by the address of their contract. */
import { signal } from "@preact/signals";
import type { AbiItem } from "../../abi/decode.js";
import { compiledContracts } from "../session/compiled.js";

export interface KeptAbi {
  /** The name of the file. */
  readonly name: string;
  readonly items: readonly AbiItem[];
}

type Kept = Readonly<Record<string, KeptAbi>>;

const storageKey = "tandem-explorer-abis";

/** Returns the stored ABIs; none if storage is unavailable or damaged. */
function restore(): Kept {
  try {
    const parsed: unknown = JSON.parse(globalThis.localStorage?.getItem(storageKey) ?? "{}");
    const entries = Object.entries(Object(parsed) as Kept);
    return Object.fromEntries(entries.filter(([, { items }]) => Array.isArray(items)));
  } catch {
    return {};
  }
}

/** The ABIs by address in lower-case hex. */
export const keptAbis = signal<Kept>(restore());

/** Stores an ABI, or removes it. Returns the reason if the browser does not store it across a reload. */
export function keepAbi(address: string, abi: KeptAbi | undefined): string | undefined {
  const { [address]: _, ...others } = keptAbis.value;
  keptAbis.value = abi === undefined ? others : { ...others, [address]: abi };
  try {
    globalThis.localStorage.setItem(storageKey, JSON.stringify(keptAbis.value));
    return undefined;
  } catch {
    return "The browser has no room for it: it is forgotten when the page is closed.";
  }
}

/**
 * Returns all stored items, those of an address first, and those that the node knows. A component that reads it
 * follows changes.
 */
export function knownItems(address?: string): readonly AbiItem[] {
  const { [address ?? ""]: own, ...others } = keptAbis.value;
  const { [address ?? ""]: compiled, ...rest } = compiledContracts.value;
  const all = [own, compiled, ...Object.values(others), ...Object.values(rest)];
  return all.flatMap((abi) => abi?.items ?? []);
}
