/** Precompiles 0x06 to 0x08: addition, multiplication and pairings on bn254 (EIP-196, EIP-197). */
import { fromHex } from "@tandem/primitives";
import { after } from "@tandem/runtime";
import { runSlices } from "../environment/slices.js";
import { lazyCurve, type PointFlaw } from "./curve.js";
import { add, checkPairing, truthWord } from "./curve-work.js";
import { type FailureKind, failed, type Precompile, padEnd, succeeded } from "./precompile.js";

const curve = lazyCurve({
  id: 4,
  modulus: fromHex("0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"),
  coordinateBytes: 32,
  isImaginaryFirst: true,
});

const operandBytes = 128;
const pairBytes = 192;

/** Returns the kind of failure. The library's own for a point is that of BLS12-381, whose text suits both. */
const kindOf = (flaw: PointFlaw): FailureKind =>
  flaw === "not-in-field" ? "BN254_FP_NOT_IN_FIELD" : "BLS_12_381_POINT_NOT_ON_CURVE";

export const bn254Add: Precompile = (input) => {
  const gas = input.common.param("bn254AddGas");
  if (input.gasLimit < gas) return failed(input, "OUT_OF_GAS");
  const data = padEnd(input.data, operandBytes);
  return after(curve(), (loaded) => {
    const sum = add(loaded.g1, data);
    return typeof sum === "string" ? failed(input, kindOf(sum)) : succeeded(gas, sum);
  });
};

export const bn254Multiply: Precompile = (input) => {
  const gas = input.common.param("bn254MulGas");
  if (input.gasLimit < gas) return failed(input, "OUT_OF_GAS");
  const data = padEnd(input.data, operandBytes);
  return after(curve(), (loaded) => {
    const { g1, mcl } = loaded;
    const [point, scalar] = [g1.at(0), loaded.scalarAt(0)];
    const flaw = g1.read(point, data, 0);
    if (flaw !== undefined) return failed(input, kindOf(flaw));
    loaded.readScalar(scalar, data, g1.length);
    mcl.mclBnG1_mul(g1.sum, point, scalar);
    return succeeded(gas, g1.write(g1.sum));
  });
};

export const bn254Pairing: Precompile = (input, yieldIfDue) => {
  const { data, gasLimit, common } = input;
  if (data.length % pairBytes !== 0) return failed(input, "INVALID_INPUT_LENGTH");
  const pairs = BigInt(data.length / pairBytes);
  const gas = common.param("bn254PairingGas") + pairs * common.param("bn254PairingWordGas");
  if (gasLimit < gas) return failed(input, "OUT_OF_GAS");
  return after(curve(), (loaded) =>
    after(runSlices(checkPairing(loaded, data), yieldIfDue), (outcome) =>
      typeof outcome === "boolean"
        ? succeeded(gas, truthWord(outcome))
        : failed(input, kindOf(outcome)),
    ),
  );
};
