/** Unsigned transactions: their fields, their type, and their encoding with a signature. */

import type { Common } from "@ethereumjs/common";
import { RLP } from "@ethereumjs/rlp";
import { createTx, TransactionType, type TypedTransaction } from "@ethereumjs/tx";
import type { Bytes } from "../bytes/brands.js";
import { concat, fromBigInt, toBigInt } from "../bytes/bytes.js";
import type { CallRequest } from "../call-request.js";
import type { Signature } from "../signing/signature.js";

/** The fields of an unsigned transaction, all present. */
export interface UnsignedFields
  extends Pick<CallRequest, "to" | "data" | "accessList" | "authorizationList"> {
  readonly nonce: bigint;
  readonly gas: bigint;
  readonly value: bigint;
  /** Prices in wei; with a `gasPrice` the type is legacy, or 1 if there is an access list. */
  readonly price: { readonly gasPrice: bigint } | FeeCap;
}

interface FeeCap {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** The three numbers of a transaction's signature, as its type encodes them. */
interface SignatureNumbers {
  readonly v: bigint;
  readonly r: bigint;
  readonly s: bigint;
}

/**
 * Returns the transaction of these fields, of the type that they imply.
 * @throws if the EIPs forbid it, for example for a nonce over 64 bits.
 */
export function createTransaction(
  fields: UnsignedFields,
  common: Common,
  signature?: SignatureNumbers,
): TypedTransaction {
  const { nonce, gas: gasLimit, value, to, data } = fields;
  return createTx(
    {
      type: typeOf(fields),
      nonce,
      gasLimit,
      value,
      ...(to === undefined ? {} : { to }),
      ...(data === undefined ? {} : { data }),
      ...fields.price,
      ...(isLegacy(fields) ? {} : { chainId: common.chainId(), ...listsOf(fields) }),
      ...signature,
    },
    { common, freeze: false },
  );
}

/**
 * Signs a transaction and encodes it in EIP-2718 form; a legacy one is bound to the chain (EIP-155).
 * @param sign signs a digest of 32 bytes.
 * @throws as `createTransaction`.
 */
export function signTransaction(
  fields: UnsignedFields,
  common: Common,
  sign: (digest: Bytes) => Signature,
): Uint8Array {
  const unsigned = createTransaction(fields, common);
  const { r, s, recoveryId } = sign(unsigned.getHashedMessageToSign());
  const v = isLegacy(fields)
    ? common.chainId() * 2n + 35n + BigInt(recoveryId)
    : BigInt(recoveryId);
  const signature = [v, toBigInt(r), toBigInt(s)].map(fromBigInt);
  // The signature is the last items of every type, which are empty until it is there.
  const items = [...unsigned.raw().slice(0, -signature.length), ...signature];
  const list = RLP.encode(items as RlpInput);
  return isLegacy(fields) ? list : concat(Uint8Array.of(unsigned.type), list);
}

type RlpInput = Parameters<typeof RLP.encode>[0];

/** Returns whether the fields are those of a legacy transaction, without a type byte. */
export const isLegacy = (fields: UnsignedFields): boolean =>
  typeOf(fields) === TransactionType.Legacy;

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
