/** Computes base ^ exponent modulo modulus, in slices. */
import { fromBigInt, padStart, toBigInt } from "@tandem/primitives";
import { nothingToSave, type Slices } from "../environment/slices.js";
import { modulusBytesInWasmMax, powerWorkInSlice } from "../limits.js";
import { arithmetic } from "./arithmetic.js";

export interface PowerOperands {
  /** The base, big-endian. */
  readonly base: Uint8Array;
  /** The first bytes of the exponent; those behind, up to `exponentLength`, are zeros. */
  readonly exponent: Uint8Array;
  readonly exponentLength: number;
  readonly modulus: Uint8Array;
}

interface Exponent {
  /** The bytes without leading zeros; empty for zero. */
  readonly bytes: Uint8Array;
  /** The length with the zeros behind `bytes`. */
  readonly length: number;
}

function exponentOf({ exponent, exponentLength }: PowerOperands): Exponent {
  let first = 0;
  while (exponent[first] === 0) first++;
  if (first === exponent.length) return { bytes: exponent.subarray(first), length: 0 };
  return { bytes: exponent.subarray(first), length: exponentLength - first };
}

/**
 * Computes with a window of four bits; for long numbers BigInt's products are faster than those of
 * limbs.
 */
function* bigIntPower(
  base: bigint,
  { bytes, length }: Exponent,
  modulus: bigint,
  workOfProduct: number,
): Slices<bigint> {
  const powers = [1n % modulus, base % modulus];
  let power = powers[0] as bigint;
  let work = 0;
  for (let digits = 0; digits < 2 * length; digits++) {
    const byte = bytes[digits >> 1] ?? 0;
    const digit = digits % 2 === 0 ? byte >> 4 : byte & 15;
    // The missing powers of the table, the four squarings, and the product.
    const missing = Math.max(0, digit + 1 - powers.length);
    for (let left = missing + 5; left > 0; left--) {
      if (left > 5) powers.push(((powers.at(-1) as bigint) * (powers[1] as bigint)) % modulus);
      else if (left > 1) power = (power * power) % modulus;
      else if (digit > 0) power = (power * (powers[digit] as bigint)) % modulus;
      work += workOfProduct;
      if (work < powerWorkInSlice) continue;
      work = 0;
      yield nothingToSave;
    }
  }
  return power;
}

/** Addresses in the instance's memory: see assembly/power.ts. */
const modulusAt = 1024;
const accumulatorAt = 1152;
const tableAt = 1536;
const stride = 128;
const exponentAt = 4096;

function writeLimbs(bytes: Uint8Array, at: number, value: bigint): void {
  bytes.fill(0, at, at + stride);
  bytes.set(fromBigInt(value).reverse(), at);
}

const limbsOf = (bits: number) => Math.ceil(bits / 32);
const bitsOf = (value: bigint) => value.toString(2).length;

/** Computes in the instance. @param begin writes the operands to it. */
function* limbPower(
  limbs: number,
  { bytes: exponent, length }: Exponent,
  begin: () => void,
): Slices<bigint> {
  const { bytes, absorb, finish } = arithmetic();
  begin();
  const room = bytes.length - exponentAt;
  const inSlice = Math.max(1, Math.min(room, Math.floor(powerWorkInSlice / limbs ** 2 / 8)));
  for (let done = 0; done < length; done += inSlice) {
    if (done > 0) {
      yield () => {
        const work = bytes.slice(modulusAt, exponentAt);
        return () => bytes.set(work, modulusAt);
      };
    }
    const count = Math.min(inSlice, length - done);
    const present = exponent.subarray(done, done + count);
    bytes.set(present, exponentAt);
    bytes.fill(0, exponentAt + present.length, exponentAt + count);
    absorb(count);
  }
  finish();
  return toBigInt(bytes.slice(accumulatorAt, accumulatorAt + 4 * limbs).reverse());
}

/** Computes with an odd modulus. @param modulus at most `modulusBytesInWasmMax` bytes. */
function oddPower(base: bigint, exponent: Exponent, modulus: bigint): Slices<bigint> {
  const limbs = limbsOf(bitsOf(modulus));
  return limbPower(limbs, exponent, () => {
    const { bytes, begin } = arithmetic();
    const shift = BigInt(32 * limbs);
    writeLimbs(bytes, modulusAt, modulus);
    writeLimbs(bytes, tableAt, (1n << shift) % modulus);
    writeLimbs(bytes, tableAt + stride, (base << shift) % modulus);
    begin(limbs, 0);
  });
}

/** Computes modulo 2 ^ bits, of at most eight times `modulusBytesInWasmMax` bits. */
function lowPower(base: bigint, exponent: Exponent, bits: number): Slices<bigint> {
  const limbs = limbsOf(bits);
  return limbPower(limbs, exponent, () => {
    const { bytes, begin } = arithmetic();
    writeLimbs(bytes, tableAt, 1n);
    writeLimbs(bytes, tableAt + stride, BigInt.asUintN(bits, base));
    begin(limbs, 0xffff_ffff >>> (32 * limbs - bits));
  });
}

/** Computes the inverse of an odd number modulo 2 ^ bits, by Newton's iteration. */
function lowInverse(value: bigint, bits: number): bigint {
  let inverse = 1n;
  for (let known = 1; known < bits; known *= 2) {
    inverse = BigInt.asUintN(bits, inverse * (2n - value * inverse));
  }
  return inverse;
}

/**
 * Splits the modulus into an odd number and a power of two; the Chinese remainder theorem combines
 * the results.
 */
function* wasmPower(base: bigint, exponent: Exponent, modulus: bigint): Slices<bigint> {
  const twos = bitsOf(modulus & -modulus) - 1;
  const odd = modulus >> BigInt(twos);
  const high = odd === 1n ? 0n : yield* oddPower(base, exponent, odd);
  if (twos === 0) return high;
  const low = yield* lowPower(base, exponent, twos);
  return high + odd * BigInt.asUintN(twos, (low - high) * lowInverse(odd, twos));
}

/** Computes a power, big-endian and as long as the modulus; zero if the modulus is zero. */
export function* modularPower(operands: PowerOperands): Slices<Uint8Array> {
  const { length } = operands.modulus;
  const modulus = toBigInt(operands.modulus);
  if (modulus === 0n) return new Uint8Array(length);
  const base = toBigInt(operands.base);
  const exponent = exponentOf(operands);
  const bytes = fromBigInt(modulus).length;
  const power =
    bytes <= modulusBytesInWasmMax
      ? yield* wasmPower(base % modulus, exponent, modulus)
      : yield* bigIntPower(base, exponent, modulus, (bytes / 4) ** 2);
  return padStart(fromBigInt(power), length);
}
