/**
 * The precompiles that replace the library's. They are native or in WebAssembly, and run in slices
 * if they may take long. The library's ECRECOVER and SHA-256, which use native functions
 * (`evmCommon`), and IDENTITY are kept.
 */
import type { Common } from "@ethereumjs/common";
import { type CustomPrecompile, getActivePrecompiles } from "@ethereumjs/evm";
import { Address } from "@ethereumjs/util";
import type { YieldIfDue } from "../environment/slices.js";
import { blake2f } from "./blake2f.js";
import {
  blsG1Add,
  blsG1Multiply,
  blsG2Add,
  blsG2Multiply,
  blsMapToG1,
  blsMapToG2,
  blsPairing,
} from "./bls12-381.js";
import { bn254Add, bn254Multiply, bn254Pairing } from "./bn254.js";
import { modexp } from "./modexp.js";
import { p256Verify } from "./p256.js";
import type { Precompile } from "./precompile.js";
import { ripemd160 } from "./ripemd160.js";

const precompiles: readonly (readonly [address: number, precompile: Precompile])[] = [
  [0x03, ripemd160],
  [0x05, modexp],
  [0x06, bn254Add],
  [0x07, bn254Multiply],
  [0x08, bn254Pairing],
  [0x09, blake2f],
  [0x0b, blsG1Add],
  [0x0c, blsG1Multiply],
  [0x0d, blsG2Add],
  [0x0e, blsG2Multiply],
  [0x0f, blsPairing],
  [0x10, blsMapToG1],
  [0x11, blsMapToG2],
  [0x100, p256Verify],
];

/** Returns the addresses of a fork's precompiles as numbers, in ascending order. */
export const precompileNumbers = (common: Common): readonly number[] =>
  [...getActivePrecompiles(common).keys()]
    .map((digits) => Number.parseInt(digits, 16))
    .sort((a, b) => a - b);

/**
 * Returns the `customPrecompiles` option of an EVM: the package's precompiles that its fork has.
 * @param yieldIfDue is called between slices; may throw to end the execution, or return a pause.
 */
export function nativePrecompiles(common: Common, yieldIfDue: YieldIfDue): CustomPrecompile[] {
  const active = getActivePrecompiles(common);
  return precompiles.flatMap(([number, precompile]) => {
    const digits = number.toString(16).padStart(40, "0");
    if (!active.has(digits)) return [];
    const address = new Address(Uint8Array.from(Buffer.from(digits, "hex")));
    return [{ address, function: (input) => precompile(input, yieldIfDue) }];
  });
}
