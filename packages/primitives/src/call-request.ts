/** Parameters of a call or an estimate: an execution that stores nothing. */
import type { Address, Bytes } from "./bytes/brands.js";

/** A call; amounts are wei and gas, absent fields have defaults. */
export interface CallRequest {
  /** The sender; if undefined, the zero address. */
  readonly from?: Address;
  /** The recipient; if undefined, the call creates a contract. */
  readonly to?: Address;
  readonly gas?: bigint;
  readonly gasPrice?: bigint;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
  readonly value?: bigint;
  readonly data?: Bytes;
  /** The nonce, which is not checked. */
  readonly nonce?: bigint;
  readonly accessList?: readonly {
    readonly address: Address;
    readonly storageKeys: readonly Bytes[];
  }[];
  readonly authorizationList?: readonly Authorization[];
  /** The chain id; a request for another chain is refused. */
  readonly chainId?: bigint;
  /** The type of the transaction that is made of the request, where its other members leave it open. */
  readonly type?: number;
}

/** A delegation and its signature (EIP-7702). */
export interface Authorization {
  /** The chain id; 0 is valid on every chain. */
  readonly chainId: bigint;
  /** The address whose code is executed; zero removes the delegation. */
  readonly address: Address;
  readonly nonce: bigint;
  readonly yParity: number;
  readonly r: bigint;
  readonly s: bigint;
}

/** Overrides of an account for one call. `state` replaces storage, `stateDiff` adds to it. */
export interface AccountOverride {
  readonly balance?: bigint;
  readonly nonce?: bigint;
  readonly code?: Bytes;
  /** Slots with their values, at most 32 bytes each. */
  readonly state?: readonly (readonly [Bytes, Bytes])[];
  readonly stateDiff?: readonly (readonly [Bytes, Bytes])[];
}

export type StateOverrides = readonly (readonly [Address, AccountOverride])[];

/** Overrides of the block fields that a call reads. */
export interface BlockOverrides {
  readonly number?: number;
  /** Unix seconds. */
  readonly timestamp?: number;
  readonly coinbase?: Address;
  /** The value of opcode 0x44, which is the difficulty on every fork of the chain. */
  readonly difficulty?: bigint;
  readonly gasLimit?: bigint;
  /** Wei per unit of gas; opcode BASEFEE returns it to a call that pays a price. */
  readonly minimumGasPrice?: bigint;
}
