/** The environment of an executed block, and its form for the library. */
import type { Block as VmBlock } from "@ethereumjs/block";
import { Address as VmAddress } from "@ethereumjs/util";
import type { Address } from "@tandem/primitives";
import { onceFor } from "@tandem/runtime";

/** The values of a block that its transactions can read. */
export interface BlockEnv {
  readonly number: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly coinbase: Address;
  readonly difficulty: bigint;
  readonly gasLimit: bigint;
  /** Wei per unit of gas; BASEFEE returns it. */
  readonly minimumGasPrice: bigint;
}

/** Returns the hash of an ancestor on the branch, for BLOCKHASH; undefined if there is none. */
export type AncestorHash = (number: number) => Uint8Array | undefined;

/**
 * Returns the block that runTx and runCall read: these fields and no others. It is not an instance
 * of the library's class, which would hash, validate and freeze a header of another form.
 * @param baseFeePerGas wei; the block's `minimumGasPrice` unless a call pays nothing.
 */
export const vmBlock = (env: BlockEnv, baseFeePerGas = env.minimumGasPrice): VmBlock =>
  baseFeePerGas === env.minimumGasPrice ? ownBlock(env) : createVmBlock(env, baseFeePerGas);

/** Returns the block with its own price, which all its transactions read. */
const ownBlock = onceFor((env: BlockEnv) => createVmBlock(env, env.minimumGasPrice));

function createVmBlock(env: BlockEnv, baseFeePerGas: bigint): VmBlock {
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
