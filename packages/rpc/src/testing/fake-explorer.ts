/** Provides the part of a fake `Backend` that explorers use. */
import { isEqual, type StoredBlock } from "@tandem/primitives";
import type { ExplorerApi } from "../backend/explorer-api.js";
import { receiptAt } from "./fake-chain.js";
import { addressOf, hashOf } from "./fake-values.js";

export const fakeExplorer = (chain: readonly StoredBlock[]): ExplorerApi => ({
  async searchTransactions({ address }) {
    const all = chain.flatMap((one) => one.receipts.flatMap((_, i) => receiptAt(one, i) ?? []));
    const sent = all.filter(({ transaction }) => isEqual(transaction.sender, address));
    return { transactions: sent.map((one) => ({ ...one, timestamp: 7 })), isEnd: true };
  },
  transactionOf: async (sender, nonce) =>
    chain
      .flatMap(({ transactions }) => transactions)
      .find((one) => isEqual(one.sender, sender) && one.fields.nonce === nonce)?.hash,
  creationOf: async (address) =>
    address[0] === 0xcc ? { transactionHash: hashOf(7), creator: addressOf(6) } : undefined,
  blocksAtHeights: async (from, to) =>
    chain
      .filter(({ header: { number } }) => number >= from && number <= to)
      .map(({ hash, header }) => ({ hash, header, isCanonical: true })),
});
