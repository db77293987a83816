import type { Address, Bytes, StateRoot } from "./bytes/brands.js";

/** Reads accounts of one state. Reading is synchronous. An absent account is empty. */
export interface StateReader {
  /** The root of the state; undefined for one that still changes. */
  readonly root?: StateRoot | undefined;
  /** Returns the balance in wei. */
  balanceOf(address: Address): bigint;
  /** Returns the number of transactions sent from the address, or contracts created by it. */
  nonceOf(address: Address): bigint;
  codeOf(address: Address): Bytes;
  /** Returns the value of a slot. @param slot 32 bytes. @returns 32 bytes. */
  storageAt(address: Address, slot: Bytes): Bytes;
}
