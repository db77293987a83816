/** What is asked of a call or an estimate: execution that leaves nothing behind. */
import type { Address, Bytes } from "./bytes/brands.js";

/** Wei and gas; absent fields take defaults. */
export interface CallRequest {
  /** Undefined: the zero address. */
  readonly from?: Address;
  /** Undefined: contract creation. */
  readonly to?: Address;
  readonly gas?: bigint;
  readonly gasPrice?: bigint;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
  readonly value?: bigint;
  readonly data?: Bytes;
  /** Not checked. */
  readonly nonce?: bigint;
  readonly accessList?: readonly {
    readonly address: Address;
    readonly storageKeys: readonly Bytes[];
  }[];
  readonly authorizationList?: readonly Authorization[];
  /** The chain id of a transaction. */
  readonly chainId?: bigint;
}

/** A delegation and its signature (EIP-7702). */
export interface Authorization {
  /** 0: good on every chain. */
  readonly chainId: bigint;
  /** The address whose code runs; zero clears it. */
  readonly address: Address;
  readonly nonce: bigint;
  readonly yParity: number;
  readonly r: bigint;
  readonly s: bigint;
}

/** Says what an account should look like for one call. `state` replaces storage, `stateDiff` adds to it. */
export interface AccountOverride {
  readonly balance?: bigint;
  readonly nonce?: bigint;
  readonly code?: Bytes;
  /** Slot and value, at most 32 bytes each. */
  readonly state?: readonly (readonly [Bytes, Bytes])[];
  readonly stateDiff?: readonly (readonly [Bytes, Bytes])[];
}

export type StateOverrides = readonly (readonly [Address, AccountOverride])[];

/** The members of the block of a call that are other than the block's own. */
export interface BlockOverrides {
  readonly number?: number;
  /** Unix seconds. */
  readonly timestamp?: number;
  readonly coinbase?: Address;
  /** The value of opcode 0x44, which is the difficulty on every fork of the chain. */
  readonly difficulty?: bigint;
  readonly gasLimit?: bigint;
  /** Wei for each unit of gas; opcode BASEFEE returns it to a call that pays a price. */
  readonly minimumGasPrice?: bigint;
}
