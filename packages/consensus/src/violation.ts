/** Why a block is not valid: a value that is returned, never thrown. */
import { toHex } from "@tandem/primitives";

export interface Violation {
  /** The rule and the way it was broken: `merged-mining/tag-late`. */
  readonly rule: string;
  readonly expected?: string;
  readonly found?: string;
}

/** What a violation shows: bytes as hex, numbers in decimal, words as they are. */
type Shown = Uint8Array | bigint | number | string;

const show = (value: Shown) => (value instanceof Uint8Array ? toHex(value) : String(value));

export function violation(
  rule: string,
  shown: { readonly expected?: Shown; readonly found?: Shown } = {},
): Violation {
  return {
    rule,
    ...(shown.expected === undefined ? {} : { expected: show(shown.expected) }),
    ...(shown.found === undefined ? {} : { found: show(shown.found) }),
  };
}
