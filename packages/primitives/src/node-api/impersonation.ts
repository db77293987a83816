/** Declares the addresses whose transactions are accepted without a signature. */
import type { Address } from "../bytes/brands.js";

export interface Impersonation {
  /** Impersonates an address. @throws {Fault} `limit-exceeded` */
  add(address: Address): void;
  /** Returns whether the address was impersonated. */
  remove(address: Address): boolean;
  /** Impersonates an address while a task runs, whether or not it is impersonated otherwise. */
  during<T>(address: Address, task: () => Promise<T>): Promise<T>;
  /** Impersonates every address, or stops doing so. */
  setAll(isAll: boolean): void;
}
