/**
 * Addresses whose transactions are accepted without a key, until they are removed or the node
 * stops.
 */
import {
  type Address,
  type ChainSpec,
  Fault,
  type Impersonation,
  impersonatedSender,
  type SignedTransaction,
  takesImpersonated,
  toHex,
  toKey,
} from "@tandem/primitives";
import { impersonatedMax } from "../limits.js";

export interface Impersonated extends Impersonation {
  has(address: Address): boolean;
  /** Ends all impersonation. */
  clear(): void;
}

/** Returns an empty set. A chain that excludes such transactions adds none to it. */
export function createImpersonated(spec: ChainSpec): Impersonated {
  const assertTaken = () => {
    if (takesImpersonated(spec)) return;
    const message = "this chain takes no transactions of impersonated senders, which need no key";
    throw new Fault({ code: "transaction-refused", message });
  };
  const addresses = new Set<string>();
  /** Address to the number of tasks that impersonate it while they run. */
  const borrowed = new Map<string, number>();
  let isAll = false;
  return {
    has: (address) => isAll || addresses.has(toKey(address)) || borrowed.has(toKey(address)),
    add(address) {
      assertTaken();
      if (addresses.size >= impersonatedMax && !addresses.has(toKey(address))) {
        throw new Fault({ code: "limit-exceeded", limit: "impersonated", max: impersonatedMax });
      }
      addresses.add(toKey(address));
    },
    async during(address, task) {
      assertTaken();
      const key = toKey(address);
      borrowed.set(key, (borrowed.get(key) ?? 0) + 1);
      try {
        return await task();
      } finally {
        const left = (borrowed.get(key) ?? 1) - 1;
        if (left === 0) borrowed.delete(key);
        else borrowed.set(key, left);
      }
    },
    remove: (address) => addresses.delete(toKey(address)),
    setAll(given) {
      if (given) assertTaken();
      isAll = given;
    },
    clear() {
      addresses.clear();
      isAll = false;
    },
  };
}

/**
 * Checks the sender of a transaction without a signature. @throws {Fault} `transaction-refused` if
 * it is not impersonated.
 */
export function assertImpersonated(
  { fields }: SignedTransaction,
  impersonated: Impersonated,
): void {
  const sender = impersonatedSender(fields);
  if (sender === undefined || impersonated.has(sender)) return;
  const message = `invalid sender: ${toHex(sender)} is not impersonated`;
  throw new Fault({ code: "transaction-refused", message });
}
