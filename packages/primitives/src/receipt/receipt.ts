/** Defines receipts and their two encodings. */
import { RLP } from "@ethereumjs/rlp";
import { runSync } from "@tandem/runtime";
import type { Address } from "../bytes/brands.js";
import { emptyBytes, fromBigInt, toBigInt, toNumber } from "../bytes/bytes.js";
import { EncodedList } from "../rlp/encoded-list.js";
import { encodeRlpPassing } from "../rlp/rlp-list.js";
import { type BytesTarget, RlpWriter } from "../rlp/rlp-writer.js";
import { bloomPassing } from "./bloom.js";
import { type Log, logsBeforeYield } from "./log.js";

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

/** Adds a receipt to those of its block, in the form of `storeReceipts`, in steps. */
export function* storeReceiptSteps(receipt: Receipt, block: BytesTarget): Generator<void, void> {
  const { logs } = receipt;
  const writer = new RlpWriter();
  for (let i = logs.length - 1; i >= 0; i--) {
    writeLog(writer, logs[i] as Log);
    if (i % logsBeforeYield === 0 && i > 0) yield;
  }
  writer.list(0);
  writer.string(receipt.contractAddress ?? emptyBytes);
  writer.integer(receipt.effectiveGasPrice);
  writer.integer(receipt.gasUsed);
  writer.integer(receipt.isSuccess ? 1 : 0);
  writer.integer(receipt.type);
  writer.list(0);
  writer.finish(block);
}

function writeLog(writer: RlpWriter, { address, topics, data }: Log): void {
  const end = writer.length;
  writer.string(data);
  const topicsEnd = writer.length;
  for (let i = topics.length - 1; i >= 0; i--) writer.string(topics[i] as Uint8Array);
  writer.list(topicsEnd);
  writer.string(address);
  writer.list(end);
}

/** Encodes receipts for storage, with the fields that the trie form lacks and without the bloom. */
export function storeReceipts(receipts: readonly Receipt[]): Uint8Array {
  const list = new EncodedList();
  for (const receipt of receipts) runSync(storeReceiptSteps(receipt, list));
  return list.bytes();
}

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
