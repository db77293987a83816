/** Implements the methods that contract/eth/submit.ts declares. */
import type * as contract from "../../contract/eth/submit.js";
import type { PreparedHandler } from "../handler.js";

/** The number of transactions below which a worker thread does not pay. */
const prefetchedMin = 4;

export const sendRawTransaction: PreparedHandler<typeof contract.sendRawTransaction> = {
  prepare(node, entries) {
    if (entries.length < prefetchedMin) return;
    node.prefetchSenders(entries.map(({ transaction }) => transaction));
  },
  handle: (node, { transaction }, { client }) => node.submit(transaction, client.id),
};
