/**
 * The signature of an impersonated sender: on a development chain a transaction may come from any
 * address, a contract's too, without a key. Its `r` is a number that is neither the x of a point of
 * secp256k1 nor one the group's order below it, so no key makes such a signature and nothing recovers
 * from it; its `s` says who sends. The bytes tell it all: whoever reads a block needs nothing else.
 */

import type { Common } from "@ethereumjs/common";
import { createTx, TransactionType, type TypedTransaction } from "@ethereumjs/tx";
import type { Address } from "../bytes/brands.js";
import { fromBigInt, padStart, toBigInt } from "../bytes/bytes.js";
import type { CallRequest } from "../call-request.js";
import type { ChainSpec } from "../spec/spec.js";

/** `r` of every such signature. */
export const developmentR = 5n;
/** Added to the address in `s`, so that the zero address has one as well. */
const addressEnd = 1n << 160n;

/** Returns whether blocks of this chain may have such transactions. Never on the main network. */
export const isDevelopmentChain = ({ name }: Pick<ChainSpec, "name">): boolean => name !== "main";

/** Returns the kinds of proof a transaction of this chain may have. */
export const senderProof = (spec: Pick<ChainSpec, "name">): "key" | "key-or-development" =>
  isDevelopmentChain(spec) ? "key-or-development" : "key";

/**
 * Returns the sender of a transaction with a development signature; undefined when its signature is
 * a real one.
 */
export function impersonatedSender({
  r,
  s,
}: Pick<TypedTransaction, "r" | "s">): Address | undefined {
  if (r !== developmentR || s === undefined || s >> 160n !== 1n) return undefined;
  return padStart(fromBigInt(s - addressEnd), 20);
}

/** The fields of an unsigned transaction, all present. */
export interface UnsignedFields
  extends Pick<CallRequest, "to" | "data" | "accessList" | "authorizationList"> {
  readonly nonce: bigint;
  readonly gas: bigint;
  readonly value: bigint;
  /** Wei; legacy, or of type 1 where there is an access list. */
  readonly price: { readonly gasPrice: bigint } | FeeCap;
}

interface FeeCap {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Encodes a transaction from an address in EIP-2718 form, with a development signature. */
export function impersonate(sender: Address, fields: UnsignedFields, common: Common): Uint8Array {
  const type = typeOf(fields);
  const { nonce, gas: gasLimit, value, to, data } = fields;
  const isLegacy = type === TransactionType.Legacy;
  return createTx(
    {
      type,
      nonce,
      gasLimit,
      value,
      ...(to === undefined ? {} : { to }),
      ...(data === undefined ? {} : { data }),
      ...fields.price,
      ...(isLegacy ? {} : { chainId: common.chainId(), ...listsOf(fields) }),
      v: isLegacy ? common.chainId() * 2n + 35n : 0n,
      r: developmentR,
      s: addressEnd + toBigInt(sender),
    },
    { common, freeze: false },
  ).serialize();
}

function typeOf({ price, accessList, authorizationList }: UnsignedFields): TransactionType {
  if (authorizationList !== undefined) return TransactionType.EOACodeEIP7702;
  if ("maxFeePerGas" in price) return TransactionType.FeeMarketEIP1559;
  return accessList === undefined ? TransactionType.Legacy : TransactionType.AccessListEIP2930;
}

/** Returns access and authorization lists as RLP lists of byte strings. */
function listsOf({ accessList, authorizationList }: UnsignedFields) {
  return {
    accessList: (accessList ?? []).map(
      ({ address, storageKeys }) => [address, [...storageKeys]] as [Uint8Array, Uint8Array[]],
    ),
    ...(authorizationList === undefined
      ? {}
      : {
          authorizationList: authorizationList.map(
            ({ chainId, address, nonce, yParity, r, s }) =>
              [
                fromBigInt(chainId),
                address,
                fromBigInt(nonce),
                fromBigInt(BigInt(yParity)),
                fromBigInt(r),
                fromBigInt(s),
              ] as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array],
          ),
        }),
  };
}
