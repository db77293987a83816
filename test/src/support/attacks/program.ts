/** Builds contracts that repeat an operation until their gas is used up, or nearly so. */
import { concat } from "@tandem/primitives";
import { assemble, type Part } from "../assemble.js";

/** The remaining gas at which a loop that must succeed ends. */
const gasLeft = 1_000_000;

const placeBytes = 4;
const place = (at: number) => {
  const bytes = new Uint8Array(placeBytes);
  new DataView(bytes.buffer).setUint32(0, at);
  return bytes;
};

/** Copies data behind the code into memory from 0 on, and continues with `rest`. */
function withData(data: Uint8Array, rest: (prologueLength: number) => Uint8Array): Uint8Array {
  const copying = (from: number) => assemble(data.length, place(from), 0, "CODECOPY");
  const prologue = copying(0).length;
  const program = rest(prologue);
  return concat(copying(prologue + program.length), program, data);
}

const forEver = (at: number, body: readonly Part[]) =>
  assemble("JUMPDEST", ...body, place(at), "JUMP");

const whileThereIsGas = (at: number, body: readonly Part[]) =>
  assemble("JUMPDEST", ...body, gasLeft, "GAS", "GT", place(at), "JUMPI", "STOP");

/** Runs `first` and then repeats `body` until the gas is used up, which is a failure. */
export function endless(body: readonly Part[], first: readonly Part[] = []): Uint8Array {
  const prologue = assemble(...first);
  return concat(prologue, forEver(prologue.length, body));
}

/** Runs `first` and then repeats `body` until little gas is left, and succeeds. */
export function almostEndless(body: readonly Part[], first: readonly Part[] = []): Uint8Array {
  const prologue = assemble(...first);
  return concat(prologue, whileThereIsGas(prologue.length, body));
}

const callOnce = (address: number, inputLength: number): Part[] => [
  0,
  0,
  inputLength,
  0,
  address,
  "GAS",
  "STATICCALL",
  "POP",
];

/** Calls a precompiled contract once with all available gas. */
export const callingOnce = (address: number, input: Uint8Array): Uint8Array =>
  withData(input, () => assemble(...callOnce(address, input.length), "STOP"));

/** Calls a precompiled contract repeatedly until little gas is left. */
export const callingOn = (address: number, input: Uint8Array): Uint8Array =>
  withData(input, (at) => whileThereIsGas(at, callOnce(address, input.length)));

/** Does the same with `length` bytes of zero memory. */
export const callingOnZeros = (address: number, length: number): Uint8Array =>
  almostEndless(callOnce(address, length));
