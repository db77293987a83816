/** Computes the operations of the precompiles of both pairing-friendly curves, in slices. */
import { pairsInSlice, pointsInSlice } from "../limits.js";
import type { Slices } from "../slices.js";
import type { Curve, PointFlaw } from "./curve.js";

const scalarBytes = 32;

/** Adds two points of G1, which need not be in the subgroup. */
export function addG1(curve: Curve, input: Uint8Array): Uint8Array | PointFlaw {
  const [a, b] = [curve.g1At(0), curve.g1At(1)];
  const flaw = curve.readG1(a, input, 0) ?? curve.readG1(b, input, curve.g1Length);
  if (flaw !== undefined) return flaw;
  curve.mcl.mclBnG1_add(curve.g1Sum, a, b);
  return curve.writeG1(curve.g1Sum);
}

export function addG2(curve: Curve, input: Uint8Array): Uint8Array | PointFlaw {
  const [a, b] = [curve.g2At(0), curve.g2At(1)];
  const flaw = curve.readG2(a, input, 0) ?? curve.readG2(b, input, curve.g2Length);
  if (flaw !== undefined) return flaw;
  curve.mcl.mclBnG2_add(curve.g2Sum, a, b);
  return curve.writeG2(curve.g2Sum);
}

/** Adds multiples of points, each followed by its scalar; all must be in the subgroup. */
export function* multiplyG1(curve: Curve, input: Uint8Array): Slices<Uint8Array | PointFlaw> {
  const { mcl, g1Length, g1Sum } = curve;
  const stride = g1Length + scalarBytes;
  mcl.mclBnG1_clear(g1Sum);
  for (let at = 0; at < input.length; ) {
    if (at > 0) yield curve.saveG1;
    let count = 0;
    for (; count < pointsInSlice && at < input.length; count++, at += stride) {
      const flaw = curve.readSubgroupG1(curve.g1At(count), input, at);
      if (flaw !== undefined) return flaw;
      curve.readScalar(curve.scalarAt(count), input, at + g1Length);
    }
    const part = curve.g1At(0);
    mcl.mclBnG1_mulVec(part, part, curve.scalarAt(0), count);
    mcl.mclBnG1_add(g1Sum, g1Sum, part);
  }
  return curve.writeG1(g1Sum);
}

export function* multiplyG2(curve: Curve, input: Uint8Array): Slices<Uint8Array | PointFlaw> {
  const { mcl, g2Length, g2Sum } = curve;
  const stride = g2Length + scalarBytes;
  mcl.mclBnG2_clear(g2Sum);
  for (let at = 0; at < input.length; ) {
    if (at > 0) yield curve.saveG2;
    let count = 0;
    for (; count < pointsInSlice && at < input.length; count++, at += stride) {
      const flaw = curve.readSubgroupG2(curve.g2At(count), input, at);
      if (flaw !== undefined) return flaw;
      curve.readScalar(curve.scalarAt(count), input, at + g2Length);
    }
    const part = curve.g2At(0);
    mcl.mclBnG2_mulVec(part, part, curve.scalarAt(0), count);
    mcl.mclBnG2_add(g2Sum, g2Sum, part);
  }
  return curve.writeG2(g2Sum);
}

/** Returns whether the product of pairings is one, for points of G1 each followed by one of G2, or a flaw. */
export function* checkPairing(curve: Curve, input: Uint8Array): Slices<boolean | PointFlaw> {
  const { mcl, g1Length, g2Length, gtSum, gtPart } = curve;
  const stride = g1Length + g2Length;
  mcl.mclBnGT_setInt32(gtSum, 1);
  for (let at = 0; at < input.length; ) {
    if (at > 0) yield curve.saveGt;
    // A pair with a point at infinity contributes the factor one.
    let count = 0;
    for (let read = 0; read < pairsInSlice && at < input.length; read++, at += stride) {
      const [g1, g2] = [curve.g1At(count), curve.g2At(count)];
      const flaw =
        curve.readSubgroupG1(g1, input, at) ?? curve.readSubgroupG2(g2, input, at + g1Length);
      if (flaw !== undefined) return flaw;
      if (mcl.mclBnG1_isZero(g1) === 0 && mcl.mclBnG2_isZero(g2) === 0) count++;
    }
    if (count === 0) continue;
    mcl.mclBn_millerLoopVec(gtPart, curve.g1At(0), curve.g2At(0), count);
    mcl.mclBnGT_mul(gtSum, gtSum, gtPart);
  }
  mcl.mclBn_finalExp(gtSum, gtSum);
  return mcl.mclBnGT_isOne(gtSum) === 1;
}

/** Returns 32 bytes: one or zero. */
export function truthWord(isTrue: boolean): Uint8Array {
  const word = new Uint8Array(32);
  if (isTrue) word[31] = 1;
  return word;
}
