/** Precompiles 0x0b to 0x11: sums, multiplications, pairings and maps on BLS12-381 (EIP-2537). */
import type { PrecompileInput } from "@ethereumjs/evm";
import { fromHex } from "@tandem/primitives";
import { after } from "@tandem/runtime";
import { runSlices } from "../environment/slices.js";
import { discountG1, discountG2 } from "./bls-discounts.js";
import { type Curve, lazyCurve, type PointFlaw } from "./curve.js";
import { add, checkPairing, multiply, truthWord } from "./curve-work.js";
import { type FailureKind, failed, type Precompile, succeeded } from "./precompile.js";

/** A coordinate has 64 bytes, of which the first 16 must be zeros. */
const coordinateBytes = 64;

const curve = lazyCurve({
  id: 5,
  modulus: fromHex(
    "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
  ),
  coordinateBytes,
  isImaginaryFirst: false,
});

const paddingBytes = 16;
const g1Bytes = 2 * coordinateBytes;
const g2Bytes = 4 * coordinateBytes;
const scalarBytes = 32;

type Group = "g1" | "g2";

/** Returns whether `count` coordinates from `at` on have their leading zeros. */
function isPadded(data: Uint8Array, at: number, count: number): boolean {
  for (let nth = 0; nth < count; nth++) {
    const start = at + nth * coordinateBytes;
    for (let i = 0; i < paddingBytes; i++) if (data[start + i] !== 0) return false;
  }
  return true;
}

/** Returns the same for every item of an input: coordinates, followed by other bytes. */
function areAllPadded(data: Uint8Array, stride: number, count: number): boolean {
  for (let at = 0; at < data.length; at += stride) if (!isPadded(data, at, count)) return false;
  return true;
}

/** Returns the library's kind of failure, which is one for all points outside of the subgroup. */
const kindOf = (flaw: PointFlaw): FailureKind =>
  flaw === "not-in-field" ? "BLS_12_381_FP_NOT_IN_FIELD" : "BLS_12_381_POINT_NOT_ON_CURVE";

const outcomeOf = (input: PrecompileInput, gas: bigint, result: Uint8Array | PointFlaw) =>
  typeof result === "string" ? failed(input, kindOf(result)) : succeeded(gas, result);

/** Creates a precompile whose input is exactly so many coordinates. */
function ofCoordinates(
  coordinates: number,
  price: string,
  compute: (input: PrecompileInput, gas: bigint, curve: Curve) => ReturnType<typeof succeeded>,
): Precompile {
  return (input) => {
    const { data, gasLimit, common } = input;
    const gas = common.param(price);
    if (gasLimit < gas) return failed(input, "OUT_OF_GAS");
    if (data.length !== coordinates * coordinateBytes) {
      return failed(input, "BLS_12_381_INVALID_INPUT_LENGTH");
    }
    if (!isPadded(data, 0, coordinates)) return failed(input, "BLS_12_381_POINT_NOT_ON_CURVE");
    return after(curve(), (loaded) => compute(input, gas, loaded));
  };
}

const addition = (group: Group, price: string): Precompile =>
  ofCoordinates(group === "g1" ? 4 : 8, price, (input, gas, loaded) =>
    outcomeOf(input, gas, add(loaded[group], input.data)),
  );

/** Computes the gas (EIP-2537, "Gas schedule clarifications for G1/G2 MSM"). */
function multiplicationGas(count: number, each: bigint, discounts: readonly number[]): bigint {
  const discount = discounts[Math.min(count, discounts.length) - 1] ?? 0;
  return (BigInt(count) * each * BigInt(discount)) / 1000n;
}

function multiplication(group: Group, price: string, discounts: readonly number[]): Precompile {
  const pointBytes = group === "g1" ? g1Bytes : g2Bytes;
  const stride = pointBytes + scalarBytes;
  return (input, yieldIfDue) => {
    const { data, gasLimit, common } = input;
    if (data.length === 0) return failed(input, "BLS_12_381_INPUT_EMPTY");
    const count = Math.floor(data.length / stride);
    const gas = multiplicationGas(count, common.param(price), discounts);
    if (gasLimit < gas) return failed(input, "OUT_OF_GAS");
    if (data.length % stride !== 0) return failed(input, "BLS_12_381_INVALID_INPUT_LENGTH");
    if (!areAllPadded(data, stride, pointBytes / coordinateBytes)) {
      return failed(input, "BLS_12_381_POINT_NOT_ON_CURVE");
    }
    return after(curve(), (loaded) =>
      after(runSlices(multiply(loaded, loaded[group], data), yieldIfDue), (result) =>
        outcomeOf(input, gas, result),
      ),
    );
  };
}

const map = (group: Group, price: string): Precompile =>
  ofCoordinates(group === "g1" ? 1 : 2, price, (input, gas, loaded) => {
    const point = loaded[group].map(input.data);
    return point === undefined
      ? failed(input, "BLS_12_381_FP_NOT_IN_FIELD")
      : succeeded(gas, point);
  });

export const blsG1Add = addition("g1", "bls12381G1AddGas");
export const blsG2Add = addition("g2", "bls12381G2AddGas");
export const blsG1Multiply = multiplication("g1", "bls12381G1MulGas", discountG1);
export const blsG2Multiply = multiplication("g2", "bls12381G2MulGas", discountG2);
export const blsMapToG1 = map("g1", "bls12381MapG1Gas");
export const blsMapToG2 = map("g2", "bls12381MapG2Gas");

export const blsPairing: Precompile = (input, yieldIfDue) => {
  const { data, gasLimit, common } = input;
  const stride = g1Bytes + g2Bytes;
  if (data.length === 0) return failed(input, "BLS_12_381_INPUT_EMPTY");
  if (data.length % stride !== 0) return failed(input, "BLS_12_381_INVALID_INPUT_LENGTH");
  const each = common.param("bls12381PairingPerPairGas");
  const gas = common.param("bls12381PairingBaseGas") + each * BigInt(data.length / stride);
  if (gasLimit < gas) return failed(input, "OUT_OF_GAS");
  if (!areAllPadded(data, stride, 6)) return failed(input, "BLS_12_381_POINT_NOT_ON_CURVE");
  return after(curve(), (loaded) =>
    after(runSlices(checkPairing(loaded, data), yieldIfDue), (outcome) =>
      typeof outcome === "boolean"
        ? succeeded(gas, truthWord(outcome))
        : failed(input, kindOf(outcome)),
    ),
  );
};
