/** Compares a precompile of this package with the library's own, which is its oracle. */
import assert from "node:assert/strict";
import {
  createEVM,
  type EVM,
  EVMError,
  type ExecResult,
  type PrecompileInput,
} from "@ethereumjs/evm";
import { Address } from "@ethereumjs/util";
import { type EvmFork, evmCommon, padStart, toHex } from "@tandem/primitives";
import type { YieldIfDue } from "../environment/slices.js";
import { nativePrecompiles } from "../precompiles/precompiles.js";

export const plentyOfGas = 10n ** 15n;

const { REVERT } = EVMError.errorMessages;

const shown = ({ returnValue, executionGasUsed, exceptionError }: ExecResult) => ({
  output: toHex(returnValue),
  gas: executionGasUsed,
  error: exceptionError?.error,
});

/** Replaces a revert of the library by the failure of this package, since no precompile reverts. */
const named = (expected: ReturnType<typeof shown>, actual: ReturnType<typeof shown>) =>
  expected.error === REVERT && actual.error !== undefined
    ? { ...expected, error: actual.error }
    : expected;

const addressOf = (number: number) =>
  new Address(padStart(Uint8Array.of(number >> 8, number & 0xff), 20));

export class PrecompilePair {
  readonly #library: EVM;
  readonly #ours: EVM;

  private constructor(library: EVM, ours: EVM) {
    this.#library = library;
    this.#ours = ours;
  }

  static async at(
    fork: EvmFork,
    yieldIfDue: YieldIfDue = () => undefined,
  ): Promise<PrecompilePair> {
    const common = evmCommon(31, fork);
    const library = await createEVM({ common });
    const customPrecompiles = nativePrecompiles(common, yieldIfDue);
    return new PrecompilePair(library, await createEVM({ common, customPrecompiles }));
  }

  /** Returns the package's output with more gas than needed. */
  async output(number: number, data: Uint8Array): Promise<Uint8Array> {
    const { returnValue } = await this.#run(this.#ours, number, data, plentyOfGas);
    return returnValue;
  }

  async #run(evm: EVM, number: number, data: Uint8Array, gasLimit: bigint): Promise<ExecResult> {
    const precompile = evm.getPrecompile(addressOf(number));
    assert.ok(precompile, `there is a precompile ${number}`);
    // The input has the form of the EVM's own method, which is protected.
    const input = { data, gasLimit, common: evm.common, _EVM: evm, stateManager: evm.stateManager };
    return precompile(input as PrecompileInput);
  }

  /** Runs it in both with plenty of gas, with just enough, and with one unit less. */
  async assertSame(number: number, data: Uint8Array): Promise<void> {
    const what = `precompile ${number} of ${toHex(data).slice(0, 4_000)}`;
    const [expected, actual] = [
      shown(await this.#run(this.#library, number, data, plentyOfGas)),
      shown(await this.#run(this.#ours, number, data, plentyOfGas)),
    ];
    assert.deepEqual(actual, named(expected, actual), what);
    assert.notEqual(actual.error, REVERT, what);
    if (actual.error !== undefined || actual.gas === 0n) return;
    assert.deepEqual(shown(await this.#run(this.#ours, number, data, actual.gas)), actual, what);
    const short = actual.gas - 1n;
    assert.deepEqual(
      shown(await this.#run(this.#ours, number, data, short)),
      shown(await this.#run(this.#library, number, data, short)),
      what,
    );
  }
}
