/**
 * The receipt object of specification section 2. Every block is after Byzantium here, so it always
 * carries `status` and never `root`.
 */
import { bloomOf } from "@tandem/primitives";
import { z } from "zod";
import type { ShownReceipt } from "../../server/backend.js";
import { address, bloom, count, hash32, quantity } from "../wire.js";
import { orNull } from "../writer.js";
import { log, showLog } from "./log.js";

export const receipt = z
  .object({
    transactionHash: hash32,
    transactionIndex: count,
    blockHash: hash32,
    blockNumber: count,
    contractAddress: orNull(address),
    cumulativeGasUsed: quantity,
    effectiveGasPrice: quantity,
    gasUsed: quantity,
    logs: z.array(log),
    logsBloom: bloom,
    /** 1 success, 0 failure. */
    status: count,
    from: address,
    to: orNull(address),
    type: count,
  })
  .meta({ id: "Receipt" });
export type ReceiptAnswer = z.output<typeof receipt>;

export function showReceipt(shown: ShownReceipt): ReceiptAnswer {
  const { transaction, inclusion, receipt, logsBefore } = shown;
  const { blockHash, blockNumber, transactionIndex } = inclusion;
  const transactionHash = transaction.hash;
  const place = { blockHash, blockNumber, transactionHash, transactionIndex };
  return {
    transactionHash,
    transactionIndex,
    blockHash,
    blockNumber,
    contractAddress: receipt.contractAddress,
    cumulativeGasUsed: receipt.cumulativeGasUsed,
    effectiveGasPrice: receipt.effectiveGasPrice,
    gasUsed: receipt.gasUsed,
    logs: receipt.logs.map((one, i) => showLog({ log: one, ...place, logIndex: logsBefore + i })),
    logsBloom: bloomOf(receipt.logs),
    status: receipt.isSuccess ? 1 : 0,
    from: transaction.sender,
    to: transaction.fields.to?.bytes,
    type: receipt.type,
  };
}
