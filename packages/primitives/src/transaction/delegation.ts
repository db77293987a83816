/** Reads the code with which an account runs the code of another one (EIP-7702). */
import type { Address } from "../bytes/brands.js";

/** The first bytes of such code; the address follows. */
export const delegationPrefix = Uint8Array.of(0xef, 0x01, 0x00);

const delegationBytes = 23;

/** Returns the address whose code an account runs, a view of the code; undefined for any other code. */
export const delegateOf = (code: Uint8Array): Address | undefined =>
  code.length === delegationBytes && delegationPrefix.every((byte, i) => code[i] === byte)
    ? code.subarray(delegationPrefix.length)
    : undefined;

/** Returns whether an account with a code may sign as its own: it has none, or delegates (EIP-3607, EIP-7702). */
export const isEmptyOrDelegation = (code: Uint8Array): boolean =>
  code.length === 0 || delegateOf(code) !== undefined;
