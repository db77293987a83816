/** Precompile 0x100: verification of signatures on secp256r1 (EIP-7951). */
import { fromHex, toBigInt } from "@tandem/primitives";
import { after } from "@tandem/runtime";
import { type Curve, lazyCurve } from "./curve.js";
import { truthWord } from "./curve-work.js";
import { failed, type Precompile, succeeded } from "./precompile.js";

const curve = lazyCurve({
  id: 107,
  modulus: fromHex("0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff"),
  coordinateBytes: 32,
  isImaginaryFirst: false,
});

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** The base point, as a point of the EVM. */
const base = fromHex(
  "0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
);

/** The EIP's gas cost, for which the library has no parameter. */
const price = 6_900n;
const inputBytes = 160;
/** Offsets of the parts of the input, behind the hash. */
const rAt = 32;
const sAt = 64;
const keyAt = 96;

/** Returns whether x of (hash / s) * base + (r / s) * key is r, modulo the order. */
function isSigned(loaded: Curve, data: Uint8Array, r: bigint): boolean {
  const { mcl, g1 } = loaded;
  const [key, sum] = [g1.at(0), g1.sum];
  if (g1.read(key, data, keyAt) !== undefined || g1.mcl.isZero(key) === 1) return false;
  const [ofBase, ofKey, inverse] = [loaded.scalarAt(0), loaded.scalarAt(1), loaded.scalarAt(2)];
  loaded.readScalar(ofBase, data, 0);
  loaded.readScalar(ofKey, data, rAt);
  loaded.readScalar(inverse, data, sAt);
  mcl.mclBnFr_inv(inverse, inverse);
  mcl.mclBnFr_mul(ofBase, ofBase, inverse);
  mcl.mclBnFr_mul(ofKey, ofKey, inverse);
  const product = g1.at(1);
  g1.read(product, base, 0);
  mcl.mclBnG1_mul(product, product, ofBase);
  mcl.mclBnG1_mul(sum, key, ofKey);
  g1.mcl.add(sum, sum, product);
  if (g1.mcl.isZero(sum) === 1) return false;
  return toBigInt(g1.write(sum).subarray(0, 32)) % order === r;
}

export const p256Verify: Precompile = (input) => {
  const { data, gasLimit } = input;
  if (gasLimit < price) return failed(input, "OUT_OF_GAS");
  const none = succeeded(price, new Uint8Array(0));
  if (data.length !== inputBytes) return none;
  const r = toBigInt(data.subarray(rAt, sAt));
  const s = toBigInt(data.subarray(sAt, keyAt));
  if (r === 0n || r >= order || s === 0n || s >= order) return none;
  return after(curve(), (loaded) =>
    isSigned(loaded, data, r) ? succeeded(price, truthWord(true)) : none,
  );
};
