/**
 * Signed transactions: decoded and hashed, with the sender recovered once, when they enter the
 * node. Inside the node they are passed as `SignedTransaction`; only this file and the state
 * package use the @ethereumjs object inside.
 */
import type { Common } from "@ethereumjs/common";
import { createTxFromRLP, TransactionType, type TypedTransaction } from "@ethereumjs/tx";
import { SECP256K1_ORDER_DIV_2, Address as VmAddress } from "@ethereumjs/util";
import type { Address, Bytes, TxHash } from "../bytes/brands.js";
import { toBigInt } from "../bytes/bytes.js";
import { keccak256 } from "../bytes/hash.js";
import type { CallRequest } from "../call-request.js";
import { Fault } from "../fault.js";
import { hasMoreItems, rlpListContent, rlpParts } from "../rlp/rlp-items.js";
import { StrictRlp } from "../rlp/strict-rlp.js";
import { publicKeyToAddress } from "../signing/signature.js";
import { impersonatedSender } from "./development-signature.js";
import { libraryRefusal, otherForm, undecodable } from "./library-refusal.js";
import { readPlainTransaction } from "./plain-transaction.js";
import type { Recovered } from "./sender-recovery.js";

export interface SignedTransaction {
  readonly hash: TxHash;
  /** The EIP-2718 form: the bytes that are sent and hashed. */
  readonly raw: Bytes;
  readonly sender: Address;
  /** The object that @ethereumjs/vm executes, which has the fields. */
  readonly fields: TypedTransaction;
}

/** The pool's content, or that of one sender: sender after sender, each in nonce order. */
export interface PoolContent {
  /** The transactions that are executable in sequence. */
  readonly pending: readonly SignedTransaction[];
  /** The transactions that lack an earlier nonce. */
  readonly queued: readonly SignedTransaction[];
}

/** The parts of an unsigned transaction that may be long. */
type TransactionParts = Pick<CallRequest, "data" | "accessList" | "authorizationList">;

/** The numbers of the same transactions. */
export type PoolCounts = Readonly<Record<keyof PoolContent, number>>;

/** The longest raw transaction that is accepted, as in geth's pool. */
const transactionBytesMax = 131_072;

/** Maximum bytes of a contract creation beside its init code. */
const bytesBesideInitCode = 16_384;

const refused = (message: string, cause?: unknown) =>
  new Fault({ code: "transaction-refused", message }, { cause });

/** The proof of the sender: a key's signature, or also a development signature. */
export type SenderProof = "key" | "key-or-development";

/**
 * Decodes a transaction and recovers its sender. @param common parameters of the fork at its block.
 * @throws {Fault} `transaction-refused`, with geth's message.
 */
export function decodeTransaction(
  raw: Uint8Array,
  common: Common,
  proof: SenderProof = "key",
): SignedTransaction {
  const fields = decodeReceived(raw, common);
  const impersonated = proof === "key" ? undefined : impersonatedSender(fields);
  if (impersonated !== undefined) return attachSender(raw, fields, impersonated);
  if (fields.r === undefined || fields.s === undefined || fields.v === undefined) {
    throw refused("invalid sender: transaction is not signed");
  }
  if (fields.r === 0n || fields.s === 0n || fields.s > SECP256K1_ORDER_DIV_2) {
    throw refused("invalid sender: invalid transaction v, r, s values");
  }
  try {
    return attachSender(raw, fields, publicKeyToAddress(fields.getSenderPublicKey()));
  } catch (cause) {
    throw refused("invalid sender: invalid transaction v, r, s values", cause);
  }
}

/**
 * Decodes a transaction that is a parameter of a request, as `decodeTransaction` does.
 * @param where names the parameter in the message.
 * @throws {Fault} `bad-request` if the bytes are not a signed transaction of the chain.
 */
export function decodeGivenTransaction(
  where: string,
  raw: Uint8Array,
  common: Common,
  proof?: SenderProof,
): SignedTransaction {
  try {
    return decodeTransaction(raw, common, proof);
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    throw new Fault({ code: "bad-request", message: `${where}: ${cause.message}` }, { cause });
  }
}

/** A transaction without its sender and hash. */
export interface UnprovedTransaction {
  readonly raw: Bytes;
  readonly fields: TypedTransaction;
}

/**
 * Decodes a transaction whose sender is recovered elsewhere.
 * @returns undefined if it is invalid or has no real signature: `decodeTransaction` returns the
 * reason.
 */
export function decodeUnproved(raw: Uint8Array, common: Common): UnprovedTransaction | undefined {
  try {
    const fields = decodeReceived(raw, common);
    const { v, r, s } = fields;
    if (v === undefined || r === undefined || s === undefined) return undefined;
    if (impersonatedSender(fields) !== undefined) return undefined;
    if (r === 0n || s === 0n || s > SECP256K1_ORDER_DIV_2) return undefined;
    return { raw, fields };
  } catch {
    return undefined;
  }
}

/** Returns the transaction with its sender. */
export const withSender = (
  { raw, fields }: UnprovedTransaction,
  { sender, hash }: Recovered,
): SignedTransaction => attachSender(raw, fields, sender, hash);

/** Returns a stored transaction, whose sender was recovered before it was stored. */
export function restoreTransaction(
  raw: Uint8Array,
  sender: Address,
  common: Common,
): SignedTransaction {
  return attachSender(raw, decodeFields(raw, common), sender);
}

function attachSender(
  raw: Bytes,
  fields: TypedTransaction,
  sender: Address,
  hash: TxHash = keccak256(raw),
): SignedTransaction {
  // The patched library reads the sender from here.
  (fields.cache as { senderAddress?: VmAddress }).senderAddress = new VmAddress(sender);
  return { hash, raw, sender, fields };
}

/**
 * Returns the maximum length in bytes, which allows the init code of a chain with a higher limit.
 */
function bytesMaxOf(common: Common): number {
  if (!common.isActivatedEIP(3860)) return transactionBytesMax;
  const initCode = Number(common.param("maxInitCodeSize"));
  return Math.max(transactionBytesMax, initCode + bytesBesideInitCode);
}

/**
 * Checks the parts of an unsigned transaction that may be long, before they are encoded, which takes long.
 * @throws {Fault} `transaction-refused` if the transaction is too long however short the rest of it is.
 */
export function assertEncodable(
  { data, accessList, authorizationList }: TransactionParts,
  common: Common,
): void {
  let length = data?.length ?? 0;
  for (const { address, storageKeys } of accessList ?? []) {
    length += address.length + 32 * storageKeys.length;
  }
  for (const { address } of authorizationList ?? []) length += address.length;
  assertTransactionSize(length, common);
}

/**
 * Checks the length of a transaction, before it is hashed, which takes long.
 * @param length in bytes.
 * @throws {Fault} `transaction-refused` if it is too long.
 */
export function assertTransactionSize(length: number, common: Common): void {
  if (length <= transactionBytesMax || length <= bytesMaxOf(common)) return;
  throw refused(`oversized data: transaction size ${length}, limit ${bytesMaxOf(common)}`);
}

/** Decodes a transaction of others, which also has the only encoding of its fields. */
function decodeReceived(raw: Uint8Array, common: Common): TypedTransaction {
  const fields = decodeFields(raw, common);
  if (fields.type === TransactionType.Legacy) return fields;
  // The library accepts leading zeros in the chain id alone, and would execute the transaction
  // under two hashes.
  const list = new StrictRlp(raw, 1);
  list.integer();
  if (!list.isSound) throw undecodable("rlp: chainId cannot have leading zeroes");
  if (!hasAccessListForm(fields)) {
    throw undecodable("rlp: accessList is not in the form of EIP-2930");
  }
  return fields;
}

/**
 * Returns whether the access list consists of addresses and lists of storage keys. The library checks only lengths: it
 * accepts a list of 20 items as an address, which it cannot execute, and the empty string as an empty list.
 */
function hasAccessListForm(fields: TypedTransaction): boolean {
  if (!("accessList" in fields)) return true;
  const { accessList }: { readonly accessList: unknown } = fields;
  const isKeys = (keys: unknown) => Array.isArray(keys) && keys.every(isByteString);
  return (
    Array.isArray(accessList) &&
    accessList.every(([address, keys]) => isByteString(address) && isKeys(keys))
  );
}

const isByteString = (item: unknown) => item instanceof Uint8Array;

function decodeFields(raw: Uint8Array, common: Common): TypedTransaction {
  assertTransactionSize(raw.length, common);
  if (raw.length === 0) throw undecodable("typed transaction too short");
  if (raw[0] === TransactionType.BlobEIP4844) {
    throw refused("transaction type not supported: blob transactions (type 3) are not accepted");
  }
  const plain = readPlainTransaction(raw, common);
  if (plain !== undefined) return plain;
  if (hasTooManyItems(raw)) throw undecodable(otherForm);
  try {
    return createTxFromRLP(raw, { common, freeze: false });
  } catch (cause) {
    throw explainRefusal(raw, common, cause);
  }
}

/**
 * The bytes for each item of RLP that a transaction has at least: an entry of an access list has 3 items in 23 bytes, and
 * an authorization 7 in 27.
 */
const bytesPerItem = 7;
const authorizedBytesPerItem = 3;
/** More than the items of a transaction beside these lists. */
const itemsBesideLists = 64;

/** Returns whether no transaction has as many items, each of which the library makes an object of. */
function hasTooManyItems(raw: Uint8Array): boolean {
  const isAuthorized = raw[0] === TransactionType.EOACodeEIP7702;
  const bytes = isAuthorized ? authorizedBytesPerItem : bytesPerItem;
  try {
    return hasMoreItems(raw, itemsBesideLists + Math.ceil(raw.length / bytes));
  } catch {
    // The library refuses bytes that are not RLP, with its own message.
    return false;
  }
}

function explainRefusal(raw: Uint8Array, common: Common, cause: unknown): Fault {
  const type = raw[0] as number;
  if (type <= 0x7f && type !== 1 && type !== 2 && type !== 4) {
    return undecodable("transaction type not supported", cause);
  }
  const want = common.chainId();
  const have = chainIdOf(raw);
  if (have !== undefined && have !== want) {
    const message = `invalid sender: invalid chain id for signer: have ${have} want ${want}`;
    const place = type <= 0x7f ? "field" : "eip-155";
    const refusal = { kind: "other-chain", place, found: have, expected: want } as const;
    return new Fault({ code: "transaction-refused", message, refusal }, { cause });
  }
  return libraryRefusal(cause);
}

/** Returns the chain id for which a raw transaction was signed, if its bytes can be decoded. */
function chainIdOf(raw: Uint8Array): bigint | undefined {
  try {
    const isTyped = (raw[0] as number) <= 0x7f;
    const list = isTyped ? raw.subarray(1) : raw;
    // Of bytes that are not RLP nothing is known.
    hasMoreItems(list, list.length);
    const field = [...rlpParts(rlpListContent(list))][isTyped ? 0 : 6];
    if (field === undefined || field.isList) return undefined;
    const value = toBigInt(field.content);
    if (isTyped) return value;
    return value >= 35n ? (value - 35n) / 2n : undefined;
  } catch {
    return undefined;
  }
}

/** Computes the wei paid per unit of gas if the block's minimum gas price is `minimumGasPrice`. */
export function effectiveGasPrice(tx: TypedTransaction, minimumGasPrice: bigint): bigint {
  if (!("maxFeePerGas" in tx)) return tx.gasPrice;
  const price = minimumGasPrice + tx.maxPriorityFeePerGas;
  return price < tx.maxFeePerGas ? price : tx.maxFeePerGas;
}

/** Returns the maximum wei per unit of gas that the sender pays. */
export function gasPriceCap(tx: TypedTransaction): bigint {
  return "maxFeePerGas" in tx ? tx.maxFeePerGas : tx.gasPrice;
}
