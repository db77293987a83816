/** Computes the operations of the precompiles of both pairing-friendly curves, in slices. */

import type { Slices } from "../environment/slices.js";
import { pairsInSlice, pointsInSlice } from "../limits.js";
import type { Curve, PointFlaw, PointGroup } from "./curve.js";

const scalarBytes = 32;

/** Adds two points, which need not be in the subgroup. */
export function add(group: PointGroup, input: Uint8Array): Uint8Array | PointFlaw {
  const [a, b] = [group.at(0), group.at(1)];
  const flaw = group.read(a, input, 0) ?? group.read(b, input, group.length);
  if (flaw !== undefined) return flaw;
  group.mcl.add(group.sum, a, b);
  return group.write(group.sum);
}

/** Adds multiples of points, each followed by its scalar; all must be in the subgroup. */
export function* multiply(
  curve: Curve,
  group: PointGroup,
  input: Uint8Array,
): Slices<Uint8Array | PointFlaw> {
  const { mcl, length, sum } = group;
  const stride = length + scalarBytes;
  mcl.clear(sum);
  for (let at = 0; at < input.length; ) {
    if (at > 0) yield group.saveSum;
    let count = 0;
    for (; count < pointsInSlice && at < input.length; count++, at += stride) {
      const flaw = group.readInSubgroup(group.at(count), input, at);
      if (flaw !== undefined) return flaw;
      curve.readScalar(curve.scalarAt(count), input, at + length);
    }
    const part = group.at(0);
    mcl.mulVec(part, part, curve.scalarAt(0), count);
    mcl.add(sum, sum, part);
  }
  return group.write(sum);
}

/** Returns whether the product of pairings is one, for points of G1 each followed by one of G2, or a flaw. */
export function* checkPairing(curve: Curve, input: Uint8Array): Slices<boolean | PointFlaw> {
  const { mcl, g1, g2, gtSum, gtPart } = curve;
  const stride = g1.length + g2.length;
  mcl.mclBnGT_setInt32(gtSum, 1);
  for (let at = 0; at < input.length; ) {
    if (at > 0) yield curve.saveGt;
    // A pair with a point at infinity contributes the factor one.
    let count = 0;
    for (let read = 0; read < pairsInSlice && at < input.length; read++, at += stride) {
      const [first, second] = [g1.at(count), g2.at(count)];
      const flaw =
        g1.readInSubgroup(first, input, at) ?? g2.readInSubgroup(second, input, at + g1.length);
      if (flaw !== undefined) return flaw;
      if (g1.mcl.isZero(first) === 0 && g2.mcl.isZero(second) === 0) count++;
    }
    if (count === 0) continue;
    mcl.mclBn_millerLoopVec(gtPart, g1.at(0), g2.at(0), count);
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
