/** Checks the gas limit of genesis, which has no parent and so no rule of a header. */
import { gasLimitMax, gethMinimumGasLimit } from "./limits.js";
import type { ChainSpec } from "./spec.js";

/** Returns whether the first block can have the minimum, in one step of 1/1024. */
const reaches = (gasLimit: bigint, minimum: bigint) => (gasLimit * 1025n) / 1024n >= minimum;

/**
 * Returns what is wrong with the gas limit of genesis: no block could follow it.
 * @returns undefined if it is sound.
 */
export function genesisGasLimitProblem(spec: ChainSpec): string | undefined {
  const { minimumGasLimit } = spec;
  const { gasLimit } = spec.genesis;
  if (reaches(gasLimit, minimumGasLimit) && gasLimit <= gasLimitMax) return undefined;
  return `expected a gas limit from ${minimumGasLimit}, the chain's minimum, to ${gasLimitMax}, got ${gasLimit}`;
}

/**
 * Returns the minimum gas limit of a chain whose file states none: `usual`, or a lower one if no
 * block of the chain could have the usual one.
 */
export function minimumGasLimitFrom(gasLimit: bigint, usual: bigint): bigint {
  if (reaches(gasLimit, usual)) return usual;
  return gasLimit < gethMinimumGasLimit ? gethMinimumGasLimit : gasLimit;
}
