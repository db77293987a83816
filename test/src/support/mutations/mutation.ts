/** Defines a mutation of a header, and the operations in it. */
import type { Header, Rules } from "@tandem/primitives";

export interface Mutation {
  readonly name: string;
  readonly rule: string;
  /** Requires the header's parent in the file to be detected. */
  readonly needsParent?: true;
  /** Cannot be expressed in JSON, which lacks the field. */
  readonly needsRlp?: true;
  readonly applies?: (rules: Rules, header: Header) => boolean;
  /** Fields that replace the header's; undefined removes a field. */
  readonly change: (header: Header) => {
    readonly [Name in keyof Header]?: Header[Name] | undefined;
  };
}

/** Returns the bytes with one inverted bit. */
export function flip(bytes: Uint8Array, at: number, bit = 0): Uint8Array {
  return bytes.map((byte, i) => (i === at ? byte ^ (1 << bit) : byte));
}

export const zeros = (length: number) => new Uint8Array(length);

export const bitcoinHeader = (bytes: Uint8Array) => ({ bitcoinMergedMiningHeader: bytes });

/** Returns the mutated header. A removed field is absent, not undefined. */
export function mutate(header: Header, mutation: Mutation): Header {
  const entries = Object.entries({ ...header, ...mutation.change(header) });
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined),
  ) as unknown as Header;
}
