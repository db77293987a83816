/** Defines receipts and their two encodings. */
import { RLP } from "@ethereumjs/rlp";
import { runSync } from "@tandem/runtime";
import type { Address } from "../bytes/brands.js";
import { emptyBytes, fromBigInt, toBigInt, toNumber } from "../bytes/bytes.js";
import { shortLivedBytes } from "../bytes/cut-bytes.js";
import { encodeListSteps, encodeRlpPassing, encodeString, listOf } from "../rlp/rlp-list.js";
import { bloomPassing } from "./bloom.js";
import type { Log } from "./log.js";

export interface Receipt {
  /** EIP-2718 type of the transaction. */
  readonly type: number;
  readonly isSuccess: boolean;
  readonly cumulativeGasUsed: bigint;
  readonly gasUsed: bigint;
  /** Wei paid per unit of gas. */
  readonly effectiveGasPrice: bigint;
  /** The logs, whose bloom is computed on demand. */
  readonly logs: readonly Log[];
  /** The address of the contract that the transaction created, if any. */
  readonly contractAddress?: Address;
}

const logFields = (log: Log) => [log.address, log.topics, log.data];

/**
 * Encodes a receipt in EIP-2718 form, a value of the receipts trie: `[status, cumulativeGasUsed,
 * logsBloom, logs]`.
 */
export const encodeReceipt = (receipt: Receipt): Uint8Array =>
  encodeRlpPassing(
    [
      fromBigInt(receipt.isSuccess ? 1 : 0),
      fromBigInt(receipt.cumulativeGasUsed),
      bloomPassing(receipt.logs),
      receipt.logs.map(logFields),
    ],
    receipt.type === 0 ? [] : [receipt.type],
  ).slice();

/** Encodes a receipt for storage, in steps: an item of the list that `storeReceipts` returns. */
export function* storeReceiptSteps(receipt: Receipt): Generator<void, Uint8Array> {
  const fields = [
    fromBigInt(receipt.type),
    fromBigInt(receipt.isSuccess ? 1 : 0),
    fromBigInt(receipt.gasUsed),
    fromBigInt(receipt.effectiveGasPrice),
    receipt.contractAddress ?? emptyBytes,
  ];
  const logs = yield* encodeListSteps(receipt.logs, logFields);
  return listOf([...fields.map(encodeString), logs], shortLivedBytes);
}

/** Encodes receipts for storage, with the fields that the trie form lacks and without the bloom. */
export const storeReceipts = (receipts: readonly Receipt[]): Uint8Array =>
  listOf(receipts.map((receipt) => runSync(storeReceiptSteps(receipt))));

type StoredLog = [Uint8Array, Uint8Array[], Uint8Array];
type StoredReceipt = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, StoredLog[]];

const toLogs = (logs: StoredLog[]): Log[] =>
  logs.map(([address, topics, data]) => ({ address, topics, data }));

export function restoreReceipts(bytes: Uint8Array): Receipt[] {
  const list = RLP.decode(bytes) as unknown as StoredReceipt[];
  let cumulativeGasUsed = 0n;
  return list.map(([type, status, gas, price, contractAddress, storedLogs]) => {
    const gasUsed = toBigInt(gas);
    cumulativeGasUsed += gasUsed;
    return {
      type: toNumber(type),
      isSuccess: status.length > 0,
      cumulativeGasUsed,
      gasUsed,
      effectiveGasPrice: toBigInt(price),
      logs: toLogs(storedLogs),
      ...(contractAddress.length > 0 ? { contractAddress } : {}),
    };
  });
}
