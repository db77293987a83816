/** Declares the content of the pool in geth's shapes, beyond the specification. */
import * as z from "@tandem/schema";
import { address, anyCount, count } from "./codec/wire.js";
import { exampleAddress, exampleRecipient, exampleTransaction } from "./example.js";
import { method } from "./method.js";
import { pendingFilter } from "./shape/pending-filter.js";
import { transaction } from "./shape/transaction.js";

const waiting = {
  ...exampleTransaction,
  blockHash: null,
  blockNumber: null,
  transactionIndex: null,
};

/** Transactions by nonce, in decimal. */
const byNonce = z.record(z.string(), transaction);
/** Transactions by sender, then by nonce. */
const bySender = z.record(z.string(), byNonce);
const lines = z.record(z.string(), z.record(z.string(), z.string()));

export const pendingTransactions = method("eth_pendingTransactions", {
  isForSealer: true,
  summary: "Returns the transactions of the pool that are executable now.",
  params: {},
  result: z.array(transaction),
  example: { params: [], result: [waiting] },
});

export const parityPendingTransactions = method("parity_pendingTransactions", {
  isForSealer: true,
  summary:
    "Returns the transactions of the pool that are executable now, at most `limit` of them, which match a filter, in " +
    "the form of OpenEthereum.",
  params: {
    limit: anyCount.nullish().describe("Maximum number of transactions; all if omitted or null."),
    filter: pendingFilter
      .nullish()
      .describe(
        "`from` and `to` with `eq`, or `to` with the `action` contract_creation; `gas`, `gas_price`, " +
          "`value` and `nonce` with one of `eq`, `lt` and `gt`.",
      ),
  },
  result: z.array(transaction),
  example: {
    params: [5, { from: { eq: exampleAddress }, gas: { lt: "0xffff" } }],
    result: [waiting],
  },
});

export const status = method("txpool_status", {
  isForSealer: true,
  summary:
    "Returns how many transactions are executable now, and how many wait for an earlier nonce.",
  params: {},
  result: z.object({ pending: count, queued: count }),
  example: { params: [], result: { pending: "0x1", queued: "0x0" } },
});

export const content = method("txpool_content", {
  isForSealer: true,
  summary: "Returns every transaction of the pool, by sender and nonce.",
  params: {},
  result: z.object({ pending: bySender, queued: bySender }),
  example: {
    params: [],
    result: { pending: { [exampleAddress]: { "0": waiting } }, queued: {} },
  },
});

export const contentFrom = method("txpool_contentFrom", {
  isForSealer: true,
  summary: "Returns the transactions of one sender, by nonce.",
  params: { address: address.describe("Sender.") },
  result: z.object({ pending: byNonce, queued: byNonce }),
  example: { params: [exampleAddress], result: { pending: { "0": waiting }, queued: {} } },
});

export const inspect = method("txpool_inspect", {
  isForSealer: true,
  summary: "Returns a description of every transaction of the pool in one line of text.",
  params: {},
  result: z.object({ pending: lines, queued: lines }),
  example: {
    params: [],
    result: {
      pending: {
        [exampleAddress]: {
          "0": `${exampleRecipient}: 1000000000000000000 wei + 21000 gas × 60000000 wei`,
        },
      },
      queued: {},
    },
  },
});
