/** Remembers how long calls took, so that short ones are answered in the main thread. */
import { LruMap } from "@tandem/runtime";

/**
 * Milliseconds below which the main thread answers a call: passing it to another thread costs both
 * together 35 microseconds (a sixth of this).
 */
const cheapMsMax = 0.2;
/** The maximum number of kinds of calls that are remembered: 2 MB. */
const kindsMax = 8192;
/** The characters of a function's selector, with 0x. */
const selectorCharacters = 10;

/**
 * Returns the kind of a call: its method, contract and function. Returns undefined if the first
 * parameter is not a call.
 */
export function kindOfCall(method: string, [call]: readonly unknown[]): string | undefined {
  if (typeof call !== "object" || call === null) return undefined;
  const { to, data, input } = call as Readonly<Record<string, unknown>>;
  if (typeof to !== "string") return undefined;
  const text = input ?? data;
  const selector = typeof text === "string" ? text.slice(0, selectorCharacters) : "";
  return `${method} ${to} ${selector}`;
}

export class KnownCosts {
  readonly #ms = new LruMap<string, number>(kindsMax);

  /** Returns whether the last call of this kind was short. */
  isCheap(kind: string): boolean {
    return (this.#ms.get(kind) ?? cheapMsMax) < cheapMsMax;
  }

  note(kind: string, ms: number): void {
    this.#ms.set(kind, ms);
  }
}
