/**
 * The signature of an impersonated sender: on a development chain a transaction may come from any
 * address, including a contract's, without a key. Its `r` is neither the x of a point of secp256k1
 * nor one minus the group's order, so no key produces such a signature and none recovers from it;
 * its `s` contains the sender. The bytes of a block therefore suffice to determine its senders.
 */

import type { Common } from "@ethereumjs/common";
import type { TypedTransaction } from "@ethereumjs/tx";
import type { Address } from "../bytes/brands.js";
import { fromBigInt, padStart, toBigInt } from "../bytes/bytes.js";
import type { ChainSpec } from "../spec/spec.js";
import { createTransaction, isLegacy, type UnsignedFields } from "./unsigned-transaction.js";

/** The `r` of every such signature. */
export const developmentR = 5n;
/** Is added to the address in `s`, so that `s` is not zero for the zero address. */
const addressEnd = 1n << 160n;

type Chain = Pick<ChainSpec, "name" | "impersonation">;

/**
 * Returns whether blocks of this chain may contain such transactions. It is false for the main
 * network, and for a chain whose file says so.
 */
export const takesImpersonated = ({ name, impersonation }: Chain): boolean =>
  name !== "main" && impersonation !== false;

/** Returns the kinds of proof a transaction of this chain may have. */
export const senderProof = (spec: Chain): "key" | "key-or-development" =>
  takesImpersonated(spec) ? "key-or-development" : "key";

/**
 * Returns the sender of a transaction with a development signature; undefined if its signature is a
 * real one.
 */
export function impersonatedSender({
  r,
  s,
}: Pick<TypedTransaction, "r" | "s">): Address | undefined {
  if (r !== developmentR || s === undefined || s >> 160n !== 1n) return undefined;
  return padStart(fromBigInt(s - addressEnd), 20);
}

/** Encodes a transaction in EIP-2718 form, with a development signature. */
export function impersonate(sender: Address, fields: UnsignedFields, common: Common): Uint8Array {
  const v = isLegacy(fields) ? common.chainId() * 2n + 35n : 0n;
  const signature = { v, r: developmentR, s: addressEnd + toBigInt(sender) };
  return createTransaction(fields, common, signature).serialize();
}
