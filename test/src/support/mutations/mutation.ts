/** What a mutation of a header is, and the pieces they are made of. */
import type { Header, Rules } from "@tandem/primitives";

export interface Mutation {
  readonly name: string;
  readonly rule: string;
  /** Also needs the header's parent in the file, to be told. */
  readonly needsParent?: true;
  /** Cannot be written as JSON, which has no such field. */
  readonly needsRlp?: true;
  readonly applies?: (rules: Rules, header: Header) => boolean;
  /** Fields that replace the header's; undefined takes a field away. */
  readonly change: (header: Header) => {
    readonly [Name in keyof Header]?: Header[Name] | undefined;
  };
}

/** The bytes with one bit turned over. */
export function flip(bytes: Uint8Array, at: number, bit = 0): Uint8Array {
  return bytes.map((byte, i) => (i === at ? byte ^ (1 << bit) : byte));
}

export const zeros = (length: number) => new Uint8Array(length);

export const bitcoinHeader = (bytes: Uint8Array) => ({ bitcoinMergedMiningHeader: bytes });

/** The mutated header; a field that is taken away is gone, not undefined. */
export function mutate(header: Header, mutation: Mutation): Header {
  const entries = Object.entries({ ...header, ...mutation.change(header) });
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined),
  ) as unknown as Header;
}
