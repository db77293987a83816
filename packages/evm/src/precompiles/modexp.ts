/**
 * Precompile 0x05: modular exponentiation (EIP-198), its gas by EIP-2565 or 7883, its bounds by
 * EIP-7823. The exponent is read from the input while the power is computed, never converted to a
 * number; declared bytes beyond the input are zeros, and take no memory.
 */
import type { Common } from "@ethereumjs/common";
import { toBigInt } from "@tandem/primitives";
import { after } from "@tandem/runtime";
import { runSlices } from "../environment/slices.js";
import { modularPower } from "./modular-power.js";
import { failed, type Precompile, padEnd, succeeded } from "./precompile.js";

const headBytes = 96;
const wordBytes = 32;

/** The longest operand before EIP-7823: gas for a longer one cannot be paid. */
const operandBytesMax = 2_147_483_647n;
const operandBytesMaxEip7823 = 1024n;

interface Lengths {
  readonly base: bigint;
  readonly exponent: bigint;
  readonly modulus: bigint;
}

function lengthsOf(data: Uint8Array): Lengths {
  const head = padEnd(data, headBytes);
  const at = (place: number) => toBigInt(head.subarray(place, place + wordBytes));
  return { base: at(0), exponent: at(wordBytes), modulus: at(2 * wordBytes) };
}

/**
 * Returns the iteration count of EIP-2565, from the first 32 bytes of the exponent and its length.
 */
function iterationsOf(data: Uint8Array, { base, exponent }: Lengths, perByte: bigint): bigint {
  const firstBytes = exponent < 32n ? Number(exponent) : wordBytes;
  const start = headBytes + Number(base);
  const first = toBigInt(padEnd(data.subarray(start, start + firstBytes), firstBytes));
  const bits = first === 0n ? 0 : first.toString(2).length - 1;
  const rest = exponent > 32n ? perByte * (exponent - 32n) : 0n;
  const iterations = rest + BigInt(bits);
  return iterations > 1n ? iterations : 1n;
}

const largest = (a: bigint, b: bigint) => (a > b ? a : b);

function gasOf(data: Uint8Array, lengths: Lengths, common: Common): bigint {
  const longest = largest(lengths.base, lengths.modulus);
  const words = (longest + 7n) / 8n;
  if (common.isActivatedEIP(7883)) {
    const iterations = iterationsOf(data, lengths, 16n);
    return largest(500n, iterations * (longest > 32n ? 2n * words * words : 16n));
  }
  const iterations = iterationsOf(data, lengths, 8n);
  const divisor = common.param("modexpGquaddivisorGas");
  return largest(200n, (iterations * words * words) / divisor);
}

/** Returns the bytes of an operand that the input contains. */
const partOf = (data: Uint8Array, start: number, length: number) =>
  data.subarray(start, start + length);

export const modexp: Precompile = (input, yieldIfDue) => {
  const { data, gasLimit, common } = input;
  const lengths = lengthsOf(data);
  const gas = gasOf(data, lengths, common);
  if (gasLimit < gas) return failed(input, "OUT_OF_GAS");
  const isBounded = common.isActivatedEIP(7823);
  if (!isBounded && lengths.base === 0n && lengths.modulus === 0n) {
    return succeeded(gas, new Uint8Array(0));
  }
  const max = isBounded ? operandBytesMaxEip7823 : operandBytesMax;
  if (lengths.base > max || lengths.exponent > max || lengths.modulus > max) {
    return failed(input, "OUT_OF_GAS");
  }
  const [baseLength, exponentLength, modulusLength] = [
    Number(lengths.base),
    Number(lengths.exponent),
    Number(lengths.modulus),
  ];
  const exponentAt = headBytes + baseLength;
  const power = modularPower({
    base: padEnd(partOf(data, headBytes, baseLength), baseLength),
    exponent: partOf(data, exponentAt, exponentLength),
    exponentLength,
    modulus: padEnd(partOf(data, exponentAt + exponentLength, modulusLength), modulusLength),
  });
  return after(runSlices(power, yieldIfDue), (output) => succeeded(gas, output));
};
