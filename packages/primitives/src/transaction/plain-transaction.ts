/**
 * Decodes the most common transactions (a call or a transfer, of type 0 or 2 without an access
 * list) straight into the library's object. Its own constructors check every field several times,
 * which takes longer than any other part of submission. They decode all other transactions, or
 * refuse them with their messages, and are the oracle of the tests.
 */
import type { Common } from "@ethereumjs/common";
import {
  Capability,
  FeeMarket1559Tx,
  LegacyTx,
  TransactionType,
  type TypedTransaction,
} from "@ethereumjs/tx";
import { SECP256K1_ORDER_DIV_2, Address as VmAddress } from "@ethereumjs/util";
import { onceFor } from "@tandem/runtime";
import { keccak256 } from "../bytes/hash.js";
import { StrictRlp } from "../rlp/strict-rlp.js";

const integerMax = 2n ** 256n - 1n;
const gasMax = 2n ** 64n - 1n;
const nonceMax = 2n ** 64n - 2n;

interface PlainFields {
  readonly common: Common;
  readonly nonce: bigint;
  readonly gasLimit: bigint;
  readonly to: Uint8Array;
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly v: bigint;
  readonly r: bigint;
  readonly s: bigint;
}

/** Returns the library's options for a transaction; the same object for all of them. */
const optionsOf = onceFor((common: Common) => ({ common, freeze: false }));

/** The members that both types share, in the order in which the library's constructors set them. */
class Plain {
  readonly type: number;
  readonly cache = {};
  readonly activeCapabilities: number[];
  readonly common: Common;
  readonly txOptions: object;
  readonly to: VmAddress;
  readonly nonce: bigint;
  readonly gasLimit: bigint;
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly v: bigint;
  readonly r: bigint;
  readonly s: bigint;

  constructor(type: number, capabilities: number[], fields: PlainFields) {
    this.type = type;
    this.activeCapabilities = capabilities;
    this.common = fields.common;
    this.txOptions = optionsOf(fields.common);
    this.to = new VmAddress(fields.to);
    this.nonce = fields.nonce;
    this.gasLimit = fields.gasLimit;
    this.value = fields.value;
    this.data = fields.data;
    this.v = fields.v;
    this.r = fields.r;
    this.s = fields.s;
  }
}

class PlainLegacy extends Plain {
  readonly gasPrice: bigint;
  readonly keccakFunction = keccak256;
  #intrinsicGas: bigint | undefined;

  constructor(fields: PlainFields, gasPrice: bigint) {
    super(TransactionType.Legacy, [Capability.EIP155ReplayProtection], fields);
    this.gasPrice = gasPrice;
  }

  /** Remembers it: the pool, a block and the library ask for it. */
  getIntrinsicGas(): bigint {
    this.#intrinsicGas ??= LegacyTx.prototype.getIntrinsicGas.call(this);
    return this.#intrinsicGas;
  }
}

class PlainFeeMarket extends Plain {
  readonly chainId: bigint;
  readonly accessList: never[] = [];
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  #intrinsicGas: bigint | undefined;

  constructor(fields: PlainFields, maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) {
    const { EIP1559FeeMarket, EIP2718TypedTransaction, EIP2930AccessLists } = Capability;
    const capabilities = [EIP1559FeeMarket, EIP2718TypedTransaction, EIP2930AccessLists];
    super(TransactionType.FeeMarketEIP1559, capabilities, fields);
    this.chainId = fields.common.chainId();
    this.maxFeePerGas = maxFeePerGas;
    this.maxPriorityFeePerGas = maxPriorityFeePerGas;
  }

  /** Remembers it, as above. */
  getIntrinsicGas(): bigint {
    this.#intrinsicGas ??= FeeMarket1559Tx.prototype.getIntrinsicGas.call(this);
    return this.#intrinsicGas;
  }
}

// The objects have the library's methods although its constructors did not create them.
Object.setPrototypeOf(PlainLegacy.prototype, LegacyTx.prototype);
Object.setPrototypeOf(PlainFeeMarket.prototype, FeeMarket1559Tx.prototype);

/** Returns whether the library would accept the fields as well. */
function isInBounds({ to, nonce, gasLimit, r, s }: PlainFields, price: bigint): boolean {
  const isSigned = r > 0n && s > 0n;
  const isCall = to.length === 20;
  return (
    isSigned &&
    isCall &&
    nonce <= nonceMax &&
    gasLimit <= gasMax &&
    (price <= gasMax || price * gasLimit <= integerMax)
  );
}

function readLegacy(raw: Uint8Array, common: Common): PlainLegacy | undefined {
  const rlp = new StrictRlp(raw, 0);
  const nonce = rlp.integer();
  const gasPrice = rlp.integer();
  const gasLimit = rlp.integer();
  const to = rlp.bytes();
  const value = rlp.integer();
  const data = rlp.bytes();
  const v = rlp.integer();
  const r = rlp.integer();
  const s = rlp.integer();
  if (!rlp.isSound || !rlp.isAtEnd) return undefined;
  const bound = 35n + 2n * common.chainId();
  const isBound = v === bound || v === bound + 1n;
  const fields = { common, nonce, gasLimit, to, value, data, v, r, s };
  return isBound && isInBounds(fields, gasPrice) ? new PlainLegacy(fields, gasPrice) : undefined;
}

function readFeeMarket(raw: Uint8Array, common: Common): PlainFeeMarket | undefined {
  const rlp = new StrictRlp(raw, 1);
  const chainId = rlp.integer();
  const nonce = rlp.integer();
  const priority = rlp.integer();
  const cap = rlp.integer();
  const gasLimit = rlp.integer();
  const to = rlp.bytes();
  const value = rlp.integer();
  const data = rlp.bytes();
  rlp.emptyList();
  const v = rlp.integer();
  const r = rlp.integer();
  const s = rlp.integer();
  if (!rlp.isSound || !rlp.isAtEnd || chainId !== common.chainId()) return undefined;
  const fields = { common, nonce, gasLimit, to, value, data, v, r, s };
  const isPlain = v <= 1n && s <= SECP256K1_ORDER_DIV_2 && cap >= priority;
  return isPlain && isInBounds(fields, cap) ? new PlainFeeMarket(fields, cap, priority) : undefined;
}

/**
 * Decodes a plain transaction. @param raw EIP-2718 bytes, which the result references.
 * @returns undefined for any other transaction, valid or not.
 */
export function readPlainTransaction(
  raw: Uint8Array,
  common: Common,
): TypedTransaction | undefined {
  const type = raw[0] ?? 0;
  if (type >= 0xc0) return readLegacy(raw, common) as unknown as LegacyTx | undefined;
  if (type !== TransactionType.FeeMarketEIP1559) return undefined;
  return readFeeMarket(raw, common) as unknown as FeeMarket1559Tx | undefined;
}
