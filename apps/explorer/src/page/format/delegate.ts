/** Reads the code with which an account runs the code of another one (EIP-7702). */

const marker = [0xef, 0x01, 0x00];
const codeBytes = 23;

/** Returns the address whose code an account runs; undefined for any other code. */
export const delegateOf = (code: Uint8Array): Uint8Array | undefined =>
  code.length === codeBytes && marker.every((byte, i) => code[i] === byte)
    ? code.slice(marker.length)
    : undefined;
