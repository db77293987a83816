/**
 * mcl's WebAssembly, one instance per curve, loaded on first use. The package's own interface has
 * one curve for all, converts numbers to text and contains the module as text, so only the module
 * is used; set-up extracts it (`scripts/wasm.mjs`).
 */
import { readFile } from "node:fs/promises";
import { loadOnce } from "@tandem/runtime";
import { type WasmModule, WebAssembly } from "../web-assembly.js";

/** The functions that both groups of a curve have. */
export interface GroupFunctions {
  clear(to: number): void;
  isZero(point: number): number;
  isValid(point: number): number;
  isValidOrder(point: number): number;
  normalize(to: number, from: number): void;
  add(to: number, a: number, b: number): void;
  mulVec(to: number, points: number, scalars: number, count: number): void;
}

type OfGroup<Name extends string> = {
  readonly [Key in keyof GroupFunctions as `mclBn${Name}_${Key}`]: GroupFunctions[Key];
};

/**
 * The functions of the instance that are used. All parameters are addresses in its memory, or
 * lengths; 1 is true.
 */
export interface MclModule extends OfGroup<"G1">, OfGroup<"G2"> {
  readonly memory: { readonly buffer: ArrayBuffer };
  malloc(bytes: number): number;
  mclBn_init(curve: number, compiledFor: number): number;
  mclBn_verifyOrderG1(isChecked: number): void;
  mclBn_verifyOrderG2(isChecked: number): void;
  mclBn_setMapToMode(mode: number): number;
  mclBnFr_setBigEndianMod(to: number, from: number, length: number): number;
  mclBnFr_inv(to: number, from: number): void;
  mclBnFr_mul(to: number, a: number, b: number): void;
  mclBnFp_setBigEndianMod(to: number, from: number, length: number): number;
  mclBnFp_getLittleEndian(to: number, length: number, from: number): number;
  mclBnFp_setInt32(to: number, value: number): void;
  mclBnFp_clear(to: number): void;
  mclBnFp_mapToG1(to: number, from: number): number;
  mclBnFp2_mapToG2(to: number, from: number): number;
  mclBnG1_mul(to: number, point: number, scalar: number): void;
  mclBnGT_setInt32(to: number, value: number): void;
  mclBnGT_mul(to: number, a: number, b: number): void;
  mclBnGT_isOne(value: number): number;
  mclBn_millerLoopVec(to: number, g1: number, g2: number, count: number): void;
  mclBn_finalExp(to: number, from: number): void;
}

export const groupFunctions = (mcl: MclModule, name: "G1" | "G2"): GroupFunctions => ({
  clear: mcl[`mclBn${name}_clear`],
  isZero: mcl[`mclBn${name}_isZero`],
  isValid: mcl[`mclBn${name}_isValid`],
  isValidOrder: mcl[`mclBn${name}_isValidOrder`],
  normalize: mcl[`mclBn${name}_normalize`],
  add: mcl[`mclBn${name}_add`],
  mulVec: mcl[`mclBn${name}_mulVec`],
});

/** 64-bit words of Fr and Fp for which the module is compiled, in mcl's encoding. */
const compiledFor = 46;

/** Maps to G1 and G2 of RFC 9380. */
const mapOfRfc9380 = 5;

/** Initial pages of 64 KB, as in the package. */
const memoryPages = 32;

const compiled = loadOnce(
  async (): Promise<WasmModule> =>
    WebAssembly.compile(await readFile(new URL("../wasm/mcl.wasm", import.meta.url))),
);

/**
 * Creates an instance.
 * @param curve mcl's number of the curve.
 * @throws when the module does not have the expected form.
 */
export async function loadMcl(curve: number): Promise<MclModule> {
  const module = await compiled();
  const memory = new WebAssembly.Memory({ initial: memoryPages });
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  const { __wasm_call_ctors: construct, ...functions } = exports as {
    readonly __wasm_call_ctors: () => void;
  } & Omit<MclModule, "memory">;
  construct();
  const mcl: MclModule = { ...functions, memory };
  if (mcl.mclBn_init(curve, compiledFor) !== 0) throw new Error(`mcl has no curve ${curve}`);
  mcl.mclBn_setMapToMode(mapOfRfc9380);
  // The curve equation and the subgroup are checked separately here.
  mcl.mclBn_verifyOrderG1(0);
  mcl.mclBn_verifyOrderG2(0);
  return mcl;
}
