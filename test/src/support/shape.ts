/**
 * Defines the shapes of the specification's section 2: the keys of each object, and the form of
 * each value.
 */
import assert from "node:assert/strict";

type Check = (value: unknown) => boolean;
export type Shape = Readonly<Record<string, Check>>;

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value);

/** Hex without leading zeros; zero is `0x0`. */
export const quantity = matches(/^0x(0|[1-9a-f][0-9a-f]*)$/);
/** Whole bytes in lower case; `0x` without bytes. */
export const data = matches(/^0x([0-9a-f]{2})*$/);
const bytesOf = (length: number) => matches(new RegExp(`^0x[0-9a-f]{${2 * length}}$`));
export const hash = bytesOf(32);
const address = bytesOf(20);
const bloom = bytesOf(256);
export const nothing: Check = (value) => value === null;
const either =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isOneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

/** Returns whether `value` is an object of this shape and has no other keys than `extras`. */
const fits =
  (shape: Shape, extras: Shape): Check =>
  (value) => {
    assertShape(value, shape, extras);
    return true;
  };

/**
 * Keys beyond the specification's that real clients need: viem and ethers choose type 2 by
 * `baseFeePerGas`, geth's and Rust's decoders require a header's `mixHash` and `nonce`, and a typed
 * transaction cannot be hashed without its own fields.
 */
export const extraKeys: Readonly<Record<"block" | "transaction" | "receipt" | "log", Shape>> = {
  block: { baseFeePerGas: quantity, mixHash: hash, nonce: bytesOf(8) },
  transaction: {
    chainId: quantity,
    yParity: isOneOf("0x0", "0x1"),
    maxFeePerGas: quantity,
    maxPriorityFeePerGas: quantity,
    accessList: listOf(fits({ address, storageKeys: listOf(hash) }, {})),
    authorizationList: listOf(
      fits(
        {
          chainId: quantity,
          address,
          nonce: quantity,
          yParity: isOneOf("0x0", "0x1"),
          r: either(hash, quantity),
          s: either(hash, quantity),
        },
        {},
      ),
    ),
  },
  receipt: {},
  log: {},
};

const block: Shape = {
  number: quantity,
  hash,
  parentHash: hash,
  sha3Uncles: hash,
  logsBloom: bloom,
  transactionsRoot: hash,
  stateRoot: hash,
  receiptsRoot: hash,
  miner: address,
  difficulty: quantity,
  totalDifficulty: quantity,
  extraData: data,
  size: quantity,
  gasLimit: quantity,
  gasUsed: quantity,
  timestamp: quantity,
  transactions: listOf(hash),
  uncles: listOf(hash),
  minimumGasPrice: quantity,
  bitcoinMergedMiningHeader: data,
  bitcoinMergedMiningCoinbaseTransaction: data,
  bitcoinMergedMiningMerkleProof: data,
  hashForMergedMining: hash,
  paidFees: quantity,
  cumulativeDifficulty: quantity,
};

const transaction: Shape = {
  hash,
  nonce: quantity,
  blockHash: hash,
  blockNumber: quantity,
  transactionIndex: quantity,
  from: address,
  to: either(address, nothing),
  gas: quantity,
  gasPrice: quantity,
  value: quantity,
  input: data,
  v: quantity,
  r: hash,
  s: hash,
  type: isOneOf("0x0", "0x1", "0x2", "0x4"),
};

const log: Shape = {
  logIndex: quantity,
  transactionIndex: quantity,
  transactionHash: hash,
  blockHash: hash,
  blockNumber: quantity,
  address,
  data,
  topics: listOf(hash),
};

const receipt: Shape = {
  transactionHash: hash,
  transactionIndex: quantity,
  blockHash: hash,
  blockNumber: quantity,
  contractAddress: either(address, nothing),
  cumulativeGasUsed: quantity,
  effectiveGasPrice: quantity,
  gasUsed: quantity,
  logs: listOf(fits(log, extraKeys.log)),
  logsBloom: bloom,
  status: isOneOf("0x0", "0x1"),
  from: address,
  to: either(address, nothing),
  type: isOneOf("0x0", "0x1", "0x2", "0x4"),
};

const isPending = { blockHash: nothing, blockNumber: nothing, transactionIndex: nothing };
const pendingBlock = { ...block, number: nothing, hash: nothing, logsBloom: nothing };
const wholeTransaction = fits(transaction, extraKeys.transaction);
const pendingTransaction = { ...transaction, ...isPending };

/** The shapes by their names in the tests; `whole` is a block with transaction objects. */
export const shapes = {
  block,
  wholeBlock: { ...block, transactions: listOf(wholeTransaction) },
  pendingBlock,
  wholePendingBlock: {
    ...pendingBlock,
    transactions: listOf(fits(pendingTransaction, extraKeys.transaction)),
  },
  transaction,
  pendingTransaction,
  receipt,
  log,
  removableLog: { ...log, removed: (value: unknown) => typeof value === "boolean" },
  header: {
    difficulty: quantity,
    extraData: data,
    gasLimit: quantity,
    gasUsed: quantity,
    logsBloom: bloom,
    miner: address,
    number: quantity,
    parentHash: hash,
    receiptsRoot: hash,
    sha3Uncles: hash,
    stateRoot: hash,
    timestamp: quantity,
    transactionsRoot: hash,
    hash,
  },
} as const satisfies Record<string, Shape>;

/**
 * @param extras optional further keys.
 * @throws {AssertionError} naming the first key that is missing, wrong or not allowed.
 */
export function assertShape(value: unknown, shape: Shape, extras: Shape = {}): void {
  assert.ok(typeof value === "object" && value !== null, `an object, not ${value}`);
  const entries = new Map(Object.entries(value));
  for (const [key, check] of Object.entries(shape)) {
    assert.ok(entries.has(key), `${key} is missing`);
    const found = entries.get(key);
    assert.ok(check(found), `${key} is ${JSON.stringify(found)?.slice(0, 200)}`);
  }
  for (const [key, found] of entries) {
    if (key in shape) continue;
    const check = extras[key];
    assert.ok(check, `${key} is not in the specification`);
    assert.ok(check(found), `${key} is ${JSON.stringify(found)?.slice(0, 200)}`);
  }
}
