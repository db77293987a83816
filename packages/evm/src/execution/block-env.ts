/** The environment of a block under execution, and its form for the library. */
import type { Block as VmBlock } from "@ethereumjs/block";
import { Address as VmAddress } from "@ethereumjs/util";
import type { Address } from "@tandem/primitives";

/** The values of a block that its transactions can read. */
export interface BlockEnv {
  readonly number: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly coinbase: Address;
  readonly difficulty: bigint;
  readonly gasLimit: bigint;
  /** Wei a unit of gas; BASEFEE returns it. */
  readonly minimumGasPrice: bigint;
}

/** Hash of an ancestor on the branch, for BLOCKHASH. Undefined when there is none. */
export type AncestorHash = (number: number) => Uint8Array | undefined;

/**
 * Returns the block runTx and runCall look at: these fields and no others. It is not an instance of their
 * class, which would hash, validate and freeze a header that is not ours.
 * @param baseFeePerGas wei; the block's `minimumGasPrice` unless a call pays nothing.
 */
export function vmBlock(env: BlockEnv, baseFeePerGas = env.minimumGasPrice): VmBlock {
  const header = {
    number: BigInt(env.number),
    timestamp: BigInt(env.timestamp),
    coinbase: new VmAddress(env.coinbase),
    difficulty: env.difficulty,
    prevRandao: new Uint8Array(32),
    gasLimit: env.gasLimit,
    gasUsed: 0n,
    baseFeePerGas,
    getBlobGasPrice: () => undefined,
  };
  return { header } as unknown as VmBlock;
}
