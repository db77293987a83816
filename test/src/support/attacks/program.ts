/** Contracts that do one thing over and over, until their gas is used up or nearly so. */
import { concat } from "@tandem/primitives";
import { assemble, type Part } from "../assemble.js";

/** Gas at which a loop that shall succeed ends. */
const gasLeft = 1_000_000;

const placeBytes = 4;
const place = (at: number) => {
  const bytes = new Uint8Array(placeBytes);
  new DataView(bytes.buffer).setUint32(0, at);
  return bytes;
};

/** Copies data that follows the code into memory from 0 on; then what `rest` says. */
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

/** Does `first` and then `body` until the gas is gone, which is a failure. */
export function endless(body: readonly Part[], first: readonly Part[] = []): Uint8Array {
  const prologue = assemble(...first);
  return concat(prologue, forEver(prologue.length, body));
}

/** Does `first` and then `body` until little gas is left, and succeeds. */
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

/** Calls a precompiled contract once with all the gas there is. */
export const callingOnce = (address: number, input: Uint8Array): Uint8Array =>
  withData(input, () => assemble(...callOnce(address, input.length), "STOP"));

/** Calls a precompiled contract until little gas is left. */
export const callingOn = (address: number, input: Uint8Array): Uint8Array =>
  withData(input, (at) => whileThereIsGas(at, callOnce(address, input.length)));

/** The same with `length` bytes of memory that nobody wrote. */
export const callingOnZeros = (address: number, length: number): Uint8Array =>
  almostEndless(callOnce(address, length));
