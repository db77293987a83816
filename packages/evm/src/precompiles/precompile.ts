/**
 * The interface of precompiles and their results. Gas, checks and the kinds of failure are those of
 * @ethereumjs/evm's own precompiles, which are the oracle of the tests. Where these name a refused point a
 * revert, it has a kind here that says what it is: a revert would leave the caller its gas.
 */
import { EVMError, type ExecResult, type PrecompileInput } from "@ethereumjs/evm";
import type { YieldIfDue } from "../environment/slices.js";

/** Resolves to a result or throws an error of `yieldIfDue`; never anything else. */
export type Precompile = (
  input: PrecompileInput,
  yieldIfDue: YieldIfDue,
) => ExecResult | Promise<ExecResult>;

/** A key of `EVMError.errorMessages`. No precompile reverts. */
export type FailureKind = Exclude<keyof typeof EVMError.errorMessages, "REVERT">;

export const succeeded = (executionGasUsed: bigint, returnValue: Uint8Array): ExecResult => ({
  executionGasUsed,
  returnValue,
});

/** Returns a failure, which uses all gas. */
export const failed = ({ gasLimit }: PrecompileInput, kind: FailureKind): ExecResult => ({
  executionGasUsed: gasLimit,
  returnValue: new Uint8Array(0),
  exceptionError: new EVMError(EVMError.errorMessages[kind]),
});

/** Returns the first `length` bytes of the data, padded with zeros at the end if it is shorter. */
export function padEnd(data: Uint8Array, length: number): Uint8Array {
  if (data.length >= length) return data.subarray(0, length);
  const padded = new Uint8Array(length);
  padded.set(data);
  return padded;
}
