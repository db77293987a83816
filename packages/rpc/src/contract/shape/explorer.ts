/**
 * Defines the objects of Otterscan's namespace `ots_`. Otterscan sends block numbers, pages and nonces as
 * JSON numbers.
 */
import type { BlockRef } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { blockNumber } from "../codec/block-ref.js";
import { address, anyCount, bloom, data, hash32, plainCount, quantity } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";
import { explorerPageMax } from "../limits.js";
import { block, header } from "./block.js";
import { log } from "./log.js";
import { receipt } from "./receipt.js";
import { transaction } from "./transaction.js";

const plainNumber = z.codec(plainCount, z.custom<BlockRef>(), {
  decode: (number): BlockRef => ({ number }),
  encode: (ref) => ("number" in ref ? ref.number : z.NEVER),
});

/** A block number in hex or as a JSON number, or a tag. */
export const explorerBlock = z.union(
  [blockNumber, plainNumber],
  "expected a block number, in hex or as a JSON number, or a tag",
);

const pageText = `expected a number of transactions, at most ${explorerPageMax}`;
export const pageSize = anyCount.refine((size) => size > 0 && size <= explorerPageMax, pageText);

const listed = { transactionCount: plainCount };

/**
 * The coins that a block created for its miners: none on this chain. Erigon omits them for blocks with
 * proof of stake.
 */
const issuance = z.object({
  blockReward: quantity.optional(),
  uncleReward: quantity.optional(),
  issuance: quantity.optional(),
});

export const blockDetails = z
  .object({ block: header.extend(listed), issuance, totalFees: quantity })
  .meta({ id: "BlockDetails" });

/** A receipt without logs; anvil's has them. */
const bareReceipt = receipt.extend({ logs: orNull(z.array(log)), logsBloom: orNull(bloom) });
const fullBlock = block.extend({ ...listed, transactions: z.array(transaction) });

export const blockTransactions = z
  .object({ fullblock: fullBlock, receipts: z.array(bareReceipt) })
  .meta({ id: "BlockTransactions" });

/** The receipt of a search, with the time of its block in Unix seconds. */
export const foundReceipt = receipt.extend({ timestamp: plainCount });

/** Transactions of a search, newest first, and their receipts in the same order. */
export const transactionPage = z
  .object({
    txs: z.array(transaction),
    receipts: z.array(foundReceipt),
    firstPage: z.boolean(),
    lastPage: z.boolean(),
  })
  .meta({ id: "TransactionPage" });

export const contractCreator = z.object({ hash: hash32, creator: address });

/** `type` is 0 for a transfer, 1 for a self-destruction, 2 and 3 for a creation by CREATE and CREATE2. */
export const internalOperation = z
  .object({ type: plainCount, from: address, to: address, value: quantity })
  .meta({ id: "InternalOperation" });

export const explorerTrace = z
  .object({
    type: z.enum([
      "CALL",
      "CALLCODE",
      "DELEGATECALL",
      "STATICCALL",
      "CREATE",
      "CREATE2",
      "SELFDESTRUCT",
    ]),
    depth: plainCount,
    from: address,
    to: address,
    value: orNull(quantity),
    input: data,
    output: data,
  })
  .meta({ id: "ExplorerTrace" });
