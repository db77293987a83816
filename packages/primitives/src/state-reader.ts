import type { Address, Bytes } from "./bytes/brands.js";

/** Accounts as they were at one moment. Reading is synchronous. An absent account is empty. */
export interface StateReader {
  /** Wei. */
  balanceOf(address: Address): bigint;
  /** Returns the number of transactions sent from the address, or contracts created by it. */
  nonceOf(address: Address): bigint;
  codeOf(address: Address): Bytes;
  /** @param slot 32 bytes. @returns 32 bytes. */
  storageAt(address: Address, slot: Bytes): Bytes;
}
