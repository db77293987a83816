/** Addresses whose transactions are taken without a key, until they are given up or the node stops. */
import {
  type Address,
  Fault,
  type Impersonation,
  impersonatedSender,
  type SignedTransaction,
  toHex,
  toKey,
} from "@tandem/primitives";
import { impersonatedMax } from "../limits.js";

export interface Impersonated extends Impersonation {
  has(address: Address): boolean;
  /** Impersonates nobody any more. */
  clear(): void;
}

export function createImpersonated(): Impersonated {
  const addresses = new Set<string>();
  let isAll = false;
  return {
    has: (address) => isAll || addresses.has(toKey(address)),
    add(address) {
      if (addresses.size >= impersonatedMax && !addresses.has(toKey(address))) {
        throw new Fault({ code: "limit-exceeded", limit: "impersonated", max: impersonatedMax });
      }
      addresses.add(toKey(address));
    },
    remove: (address) => addresses.delete(toKey(address)),
    setAll(given) {
      isAll = given;
    },
    clear() {
      addresses.clear();
      isAll = false;
    },
  };
}

/** @throws {Fault} `transaction-refused` for one nobody signed, from an address that is none of these. */
export function assertImpersonated(
  { fields }: SignedTransaction,
  impersonated: Impersonated,
): void {
  const sender = impersonatedSender(fields);
  if (sender === undefined || impersonated.has(sender)) return;
  const message = `invalid sender: ${toHex(sender)} is not impersonated`;
  throw new Fault({ code: "transaction-refused", message });
}
