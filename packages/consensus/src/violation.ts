/** The reason why a block is invalid: a value that is returned, never thrown. */
import { toHex } from "@tandem/primitives";

export interface Violation {
  /** The rule and how it was broken: `merged-mining/tag-late`. */
  readonly rule: string;
  readonly expected?: string;
  readonly found?: string;
}

/** A value of a violation: bytes are shown as hex, numbers in decimal, text as it is. */
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
