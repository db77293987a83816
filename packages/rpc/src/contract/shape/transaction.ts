/**
 * Defines the transaction object of specification section 2, its fields first and in its order. Types
 * 1, 2 and 4 add their own fields, which clients need to check hash and signature.
 */
import {
  effectiveGasPrice,
  fromBigInt,
  gasPriceCap,
  padStart,
  type SignedTransaction,
  toBigInt,
} from "@tandem/primitives";
import * as z from "@tandem/schema";
import type { ShownTransaction } from "../../backend/chain-api.js";
import { type AnswerForm, answerForms } from "../answer-form.js";
import { address, count, data, hash32, quantity, signaturePart } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";

/** The access list of EIP-2930. */
export const accessList = z
  .array(
    z.object({ address, storageKeys: z.array(hash32, "expected an array of storage keys") }),
    "expected an access list: an array of {address, storageKeys}",
  )
  .meta({ id: "AccessList" });

/** An authorization of EIP-7702. `r` and `s` are data here as they are in the transaction. */
const authorization = z.object({
  chainId: quantity,
  address,
  nonce: quantity,
  yParity: count,
  r: signaturePart,
  s: signaturePart,
});

export const transaction = z
  .object({
    hash: hash32,
    nonce: quantity,
    blockHash: orNull(hash32),
    blockNumber: orNull(count),
    transactionIndex: orNull(count),
    /** The Unix seconds of the block, with `--compat anvil`. */
    blockTimestamp: count.optional(),
    from: address,
    to: orNull(address),
    gas: quantity,
    /**
     * The price of a unit of gas: the effective price of a mined transaction, the maximum of a pending
     * one.
     */
    gasPrice: quantity,
    value: quantity,
    input: data,
    /** Type 0 has the full EIP-155 value, other types the parity. */
    v: quantity,
    r: signaturePart,
    s: signaturePart,
    type: count,
    chainId: quantity.optional(),
    yParity: quantity.optional(),
    maxFeePerGas: quantity.optional(),
    maxPriorityFeePerGas: quantity.optional(),
    accessList: accessList.optional(),
    authorizationList: z.array(authorization).optional(),
  })
  .meta({ id: "Transaction" });

/**
 * A transaction that was filled in, and neither signed nor sent. It has a gas price or a maximum price, not both: clients
 * make a request of its members, and a request with both is refused.
 */
export const unplacedTransaction = transaction
  .omit({ blockHash: true, blockNumber: true, transactionIndex: true, blockTimestamp: true })
  .partial({ gasPrice: true })
  .meta({ id: "UnplacedTransaction" });

/** A mined transaction with what its execution returned. */
export const executedTransaction = transaction
  .extend({
    output: data,
    /** The text of `Error(string)` or the meaning of `Panic(uint256)`. */
    revertReason: z.string().optional(),
  })
  .meta({ id: "ExecutedTransaction" });

export type TransactionAnswer = z.output<typeof transaction>;

type Fields = SignedTransaction["fields"];

const to32 = (value: bigint | undefined) => padStart(fromBigInt(value ?? 0n), 32);

/** The lowest `v` that contains a chain id (EIP-155). */
const protectedVMin = 35n;

function chainIdOf({ v }: Fields): Pick<TransactionAnswer, "chainId"> {
  return v === undefined || v < protectedVMin ? {} : { chainId: (v - protectedVMin) / 2n };
}

function typedFields(fields: Fields, form: AnswerForm): Partial<TransactionAnswer> {
  if (!("accessList" in fields)) return form.hasChainIds ? chainIdOf(fields) : {};
  return {
    chainId: fields.chainId,
    yParity: fields.v ?? 0n,
    ...("maxFeePerGas" in fields
      ? {
          maxFeePerGas: fields.maxFeePerGas,
          maxPriorityFeePerGas: fields.maxPriorityFeePerGas,
        }
      : {}),
    accessList: fields.accessList.map(([account, storageKeys]) => ({
      address: account,
      storageKeys: [...storageKeys],
    })),
    ...("authorizationList" in fields
      ? { authorizationList: fields.authorizationList.map(showAuthorization) }
      : {}),
  };
}

function showAuthorization(item: readonly Uint8Array[]): z.output<typeof authorization> {
  const field = (i: number) => item[i] ?? new Uint8Array(0);
  return {
    chainId: toBigInt(field(0)),
    address: field(1),
    nonce: toBigInt(field(2)),
    yParity: Number(toBigInt(field(3))),
    r: padStart(field(4), 32),
    s: padStart(field(5), 32),
  };
}

export function showTransaction(
  { transaction, inclusion }: ShownTransaction,
  form: AnswerForm = answerForms.standard,
): TransactionAnswer {
  const { fields } = transaction;
  return {
    hash: transaction.hash,
    nonce: fields.nonce,
    blockHash: inclusion?.blockHash,
    blockNumber: inclusion?.blockNumber,
    transactionIndex: inclusion?.transactionIndex,
    ...(form.hasBlockTimes && inclusion ? { blockTimestamp: inclusion.blockTimestamp } : {}),
    from: transaction.sender,
    to: fields.to?.bytes,
    gas: fields.gasLimit,
    gasPrice:
      inclusion === undefined
        ? gasPriceCap(fields)
        : effectiveGasPrice(fields, inclusion.minimumGasPrice),
    value: fields.value,
    input: fields.data,
    v: fields.v ?? 0n,
    r: to32(fields.r),
    s: to32(fields.s),
    type: fields.type,
    ...typedFields(fields, form),
  };
}
