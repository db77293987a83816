/** The interface of a state during execution, which `@tandem/state` implements. */
import type { Account } from "@tandem/primitives";

/**
 * Accounts, code and storage during an execution. Everything is synchronous, since one execution
 * may read thousands of slots. Addresses are 20 bytes and slots 32; values of slots have no leading
 * zeros. An implementation may keep an address or a slot that is passed in: it must not be modified
 * afterwards.
 */
export interface EvmState {
  /** The `storageRoot` of an account whose storage is empty. */
  readonly emptyStorageRoot: Uint8Array;
  /**
   * States with the same version have the same values, which are the original ones of the next
   * transaction too. Is undefined for a state that has changed, or is not complete.
   */
  readonly version: symbol | undefined;
  /**
   * States with the same version of their slots have the same values of them, whatever their accounts are.
   * Is undefined for a state that is not complete.
   */
  readonly slotsVersion: symbol | undefined;
  /** Whether no slot was written since `forgetOriginals`. */
  readonly areSlotsOriginal: boolean;
  account(address: Uint8Array): Account | undefined;
  /** Sets nonce, balance and code hash; the storage does not change. */
  putAccount(address: Uint8Array, account: Omit<Account, "storageRoot">): void;
  /** Removes the account and its storage. */
  deleteAccount(address: Uint8Array): void;
  code(address: Uint8Array): Uint8Array;
  putCode(address: Uint8Array, code: Uint8Array): void;
  slot(address: Uint8Array, slot: Uint8Array): Uint8Array;
  /** Sets a value. @param value at most 32 bytes, leading zeros allowed; it is copied. */
  putSlot(address: Uint8Array, slot: Uint8Array, value: Uint8Array): void;
  clearStorage(address: Uint8Array): void;
  /**
   * Returns the slot's value at the start of the transaction (EIP-2200).
   * @param present what `slot` returns, if the caller has it.
   */
  originalSlot(address: Uint8Array, slot: Uint8Array, present?: Uint8Array): Uint8Array;
  /** Makes the present values the original ones of the next transaction. */
  forgetOriginals(): void;
  checkpoint(): void;
  /** Keeps the changes since the last checkpoint. */
  commit(): void;
  /** Undoes the changes since the last checkpoint. */
  revert(): void;
}

/** Returns the version of slots whose values are the original ones too. */
export const originalSlotsOf = ({
  areSlotsOriginal,
  slotsVersion,
}: EvmState): symbol | undefined => (areSlotsOriginal ? slotsVersion : undefined);

/** Loads parts of a forked state from another node, before the execution reads them. */
export interface StateLoader {
  /**
   * Loads an account, its code, and a slot of it.
   * @returns undefined when they are loaded already. Rejects with a `Fault` when they cannot be loaded.
   */
  load(address: Uint8Array, slot?: Uint8Array): Promise<void> | undefined;
  /** Returns the hash of a block before the forked one, for BLOCKHASH. */
  blockHash(number: number): Promise<Uint8Array | undefined>;
}
