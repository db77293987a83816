/**
 * mcl's WebAssembly, one instance a curve, loaded when the curve is first needed. The package's own
 * interface has one curve for all, turns numbers into text and keeps the module as text, so only the
 * module is used; the set-up takes it out (`scripts/wasm.mjs`).
 */
import { readFile } from "node:fs/promises";
import { type WasmModule, WebAssembly } from "./web-assembly.js";

/** Lists what is used of the instance. All parameters are places in its memory, or lengths; truth is 1. */
export interface MclModule {
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
  mclBnG1_clear(to: number): void;
  mclBnG1_isZero(point: number): number;
  mclBnG1_isValid(point: number): number;
  mclBnG1_isValidOrder(point: number): number;
  mclBnG1_normalize(to: number, from: number): void;
  mclBnG1_add(to: number, a: number, b: number): void;
  mclBnG1_mul(to: number, point: number, scalar: number): void;
  mclBnG1_mulVec(to: number, points: number, scalars: number, count: number): void;
  mclBnG2_clear(to: number): void;
  mclBnG2_isZero(point: number): number;
  mclBnG2_isValid(point: number): number;
  mclBnG2_isValidOrder(point: number): number;
  mclBnG2_normalize(to: number, from: number): void;
  mclBnG2_add(to: number, a: number, b: number): void;
  mclBnG2_mulVec(to: number, points: number, scalars: number, count: number): void;
  mclBnGT_setInt32(to: number, value: number): void;
  mclBnGT_mul(to: number, a: number, b: number): void;
  mclBnGT_isOne(value: number): number;
  mclBn_millerLoopVec(to: number, g1: number, g2: number, count: number): void;
  mclBn_finalExp(to: number, from: number): void;
}

/** 64-bit words of Fr and Fp the module is compiled for, as it wants them told. */
const compiledFor = 46;

/** Maps to G1 and G2 as RFC 9380 has them. */
const mapOfRfc9380 = 5;

/** Pages of 64 KB it begins with, as the package gives it. */
const memoryPages = 32;

let compiled: Promise<WasmModule> | undefined;

async function compile(): Promise<WasmModule> {
  return WebAssembly.compile(await readFile(new URL("../wasm/mcl.wasm", import.meta.url)));
}

/** @param curve mcl's number of it. @throws when the module is not as it was when this was written. */
export async function loadMcl(curve: number): Promise<MclModule> {
  compiled ??= compile();
  const module = await compiled;
  const memory = new WebAssembly.Memory({ initial: memoryPages });
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  const { __wasm_call_ctors: construct, ...functions } = exports as {
    readonly __wasm_call_ctors: () => void;
  } & Omit<MclModule, "memory">;
  construct();
  const mcl: MclModule = { ...functions, memory };
  if (mcl.mclBn_init(curve, compiledFor) !== 0) throw new Error(`mcl has no curve ${curve}`);
  mcl.mclBn_setMapToMode(mapOfRfc9380);
  // Whether a point is on the curve, and whether it is in the subgroup, are two questions here.
  mcl.mclBn_verifyOrderG1(0);
  mcl.mclBn_verifyOrderG2(0);
  return mcl;
}
