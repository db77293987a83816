/**
 * The package's own WebAssembly (`assembly/`), compiled when it is first needed: less than a
 * millisecond. There is one instance. Between two slices somebody else may use it, so whoever pauses
 * puts aside what it has in memory.
 */
import { readFileSync } from "node:fs";
import { WebAssembly } from "./web-assembly.js";

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  rounds(first: number, count: number): void;
  begin(limbs: number, mask: number): void;
  absorb(count: number): void;
  finish(): void;
}

export type Arithmetic = Omit<Exports, "memory"> & {
  /** All of its memory, which never grows. */
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
