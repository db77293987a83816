/**
 * The package's own WebAssembly (`assembly/`), compiled on first use in less than a millisecond.
 * There is one instance. Other work may use it between two slices, so work that pauses saves its
 * part of the memory.
 */
import { readFileSync } from "node:fs";
import { WebAssembly } from "../web-assembly.js";

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  rounds(first: number, count: number): void;
  begin(limbs: number, mask: number): void;
  absorb(count: number): void;
  finish(): void;
}

export type Arithmetic = Omit<Exports, "memory"> & {
  /** The whole memory, which never grows. */
  readonly bytes: Uint8Array;
};

let loaded: Arithmetic | undefined;

export function arithmetic(): Arithmetic {
  if (loaded !== undefined) return loaded;
  const file = new URL("../wasm/arithmetic.wasm", import.meta.url);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
  const { memory, rounds, begin, absorb, finish } = exports as Exports;
  loaded = { bytes: new Uint8Array(memory.buffer), rounds, begin, absorb, finish };
  return loaded;
}
