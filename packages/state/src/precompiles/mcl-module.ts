/**
 * mcl's WebAssembly, one instance a curve, loaded when the curve is first needed. Of the package only
 * the factory is used: its public interface has one curve for all, and turns numbers into text.
 */
import { randomFillSync } from "node:crypto";
import { createRequire } from "node:module";

/** What is used of the instance. All parameters are places in its memory, or lengths; truth is 1. */
export interface MclModule {
  readonly wasmMemory: { readonly buffer: ArrayBuffer };
  _malloc(bytes: number): number;
  _mclBn_init(curve: number, compiledFor: number): number;
  _mclBn_verifyOrderG1(isChecked: number): void;
  _mclBn_verifyOrderG2(isChecked: number): void;
  _mclBn_setMapToMode(mode: number): number;
  _mclBnFr_setBigEndianMod(to: number, from: number, length: number): number;
  _mclBnFp_setBigEndianMod(to: number, from: number, length: number): number;
  _mclBnFp_getLittleEndian(to: number, length: number, from: number): number;
  _mclBnFp_setInt32(to: number, value: number): void;
  _mclBnFp_clear(to: number): void;
  _mclBnFp_mapToG1(to: number, from: number): number;
  _mclBnFp2_mapToG2(to: number, from: number): number;
  _mclBnG1_clear(to: number): void;
  _mclBnG1_isZero(point: number): number;
  _mclBnG1_isValid(point: number): number;
  _mclBnG1_isValidOrder(point: number): number;
  _mclBnG1_normalize(to: number, from: number): void;
  _mclBnG1_add(to: number, a: number, b: number): void;
  _mclBnG1_mul(to: number, point: number, scalar: number): void;
  _mclBnG1_mulVec(to: number, points: number, scalars: number, count: number): void;
  _mclBnG2_clear(to: number): void;
  _mclBnG2_isZero(point: number): number;
  _mclBnG2_isValid(point: number): number;
  _mclBnG2_isValidOrder(point: number): number;
  _mclBnG2_normalize(to: number, from: number): void;
  _mclBnG2_add(to: number, a: number, b: number): void;
  _mclBnG2_mulVec(to: number, points: number, scalars: number, count: number): void;
  _mclBnGT_setInt32(to: number, value: number): void;
  _mclBnGT_mul(to: number, a: number, b: number): void;
  _mclBnGT_isOne(value: number): number;
  _mclBn_millerLoopVec(to: number, g1: number, g2: number, count: number): void;
  _mclBn_finalExp(to: number, from: number): void;
}

type Factory = (options: { cryptoGetRandomValues(bytes: Uint8Array): void }) => Promise<MclModule>;

/** 64-bit words of Fr and Fp the package is compiled for, as it wants them told. */
const compiledFor = 46;

/** Maps to G1 and G2 as RFC 9380 has them. */
const mapOfRfc9380 = 5;

/** @param curve mcl's number of it. @throws when the package is not as it was when this was written. */
export async function loadMcl(curve: number): Promise<MclModule> {
  // By a path that bundlers do not follow: half a megabyte of text that most nodes never need.
  const factory: Factory = createRequire(import.meta.url)("mcl-wasm/dist/mcl_c.js");
  const module = await factory({ cryptoGetRandomValues: (bytes) => randomFillSync(bytes) });
  if (module._mclBn_init(curve, compiledFor) !== 0) throw new Error(`mcl has no curve ${curve}`);
  module._mclBn_setMapToMode(mapOfRfc9380);
  // Whether a point is on the curve, and whether it is in the subgroup, are two questions here.
  module._mclBn_verifyOrderG1(0);
  module._mclBn_verifyOrderG2(0);
  return module;
}
