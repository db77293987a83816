/** Provides the part of a fake `Backend` that reads blocks, and looks them up for the other parts. */
import {
  BlockLogsView,
  type BlockRef,
  concat,
  isEqual,
  pricesPaidIn,
  type StoredBlock,
  storeReceipts,
} from "@tandem/primitives";
import type { ChainApi, ShownBlock, ShownReceipt } from "../backend/chain-api.js";
import { hashOf } from "./fake-values.js";

export const blockLogsOf = ({ receipts, transactions, hash, header }: StoredBlock) =>
  new BlockLogsView(storeReceipts(receipts), {
    blockHash: hash,
    blockNumber: header.number,
    blockTimestamp: header.timestamp,
    transactionHashes: () => concat(...transactions.map((transaction) => transaction.hash)),
  });

const numberOf = (ref: BlockRef, chain: readonly StoredBlock[]): number | undefined => {
  if ("number" in ref) return ref.number;
  if ("tag" in ref) return ref.tag === "earliest" ? 0 : chain.length - 1;
  return chain.findIndex((block) => isEqual(block.hash, ref.hash));
};

/** Returns the block that a reference names, if the chain has it. */
export const blockAt = (chain: readonly StoredBlock[], ref: BlockRef): StoredBlock | undefined =>
  chain[numberOf(ref, chain) ?? -1];

/** Returns the block that includes a transaction. */
export const blockOf = (chain: readonly StoredBlock[], hash: Uint8Array): StoredBlock | undefined =>
  chain.find(({ transactions }) => transactions.some((tx) => isEqual(tx.hash, hash)));

export function receiptAt(block: StoredBlock, transactionIndex: number): ShownReceipt | undefined {
  const transaction = block.transactions[transactionIndex];
  const receipt = block.receipts[transactionIndex];
  if (transaction === undefined || receipt === undefined) return undefined;
  const { number: blockNumber, timestamp: blockTimestamp, minimumGasPrice } = block.header;
  const place = { blockHash: block.hash, blockNumber, blockTimestamp, transactionIndex };
  const inclusion = { ...place, minimumGasPrice };
  const earlier = block.receipts.slice(0, transactionIndex);
  const logsBefore = earlier.reduce((sum, { logs }) => sum + logs.length, 0);
  return { transaction, inclusion, receipt, logsBefore };
}

function shownBlock(chain: readonly StoredBlock[], ref: BlockRef): ShownBlock | undefined {
  const block = blockAt(chain, ref);
  if (block === undefined) return undefined;
  const isPending = "tag" in ref && ref.tag === "pending";
  return {
    header: block.header,
    transactions: block.transactions,
    uncles: block.uncles,
    hash: isPending ? undefined : block.hash,
    totalDifficulty: block.totalDifficulty,
    hashForMergedMining: hashOf(9),
  };
}

/** @param logSignals receives the signals of the calls of `logs`. */
export function fakeChain(
  chain: readonly StoredBlock[],
  logSignals: AbortSignal[],
): Omit<ChainApi, "onHeadMoved" | "onSyncing"> {
  const receipt = (hash: Uint8Array) => {
    const block = blockOf(chain, hash);
    const at = block?.transactions.findIndex((tx) => isEqual(tx.hash, hash)) ?? -1;
    return block && receiptAt(block, at);
  };
  return {
    headNumber: () => chain.length - 1,
    headHash: () => chain.at(-1)?.hash ?? hashOf(0),
    gasPrice: () => 66_000_000n,
    nextMinimumGasPrice: () => 60_000_000n,
    block: async (ref) => shownBlock(chain, ref),
    blockHash: (ref) => blockAt(chain, ref)?.hash,
    header: (hash) => blockAt(chain, { hash })?.header,
    pricesPaid(hash) {
      const block = blockAt(chain, { hash });
      return block && pricesPaidIn(block.receipts);
    },
    prevRandao: () => undefined,
    loadTransaction: () => undefined,
    transaction: receipt,
    receipt,
    async blockReceipts(ref) {
      const block = blockAt(chain, ref);
      return block?.receipts.flatMap((_, i) => receiptAt(block, i) ?? []);
    },
    importBlocks: async (blocks) => blocks.length,
    syncing: () => undefined,
    async *logs({ filter, range }, { signal }) {
      logSignals.push(signal);
      const isHash = "blockHash" in range;
      const from = isHash
        ? numberOf({ hash: range.blockHash }, chain)
        : numberOf(range.from, chain);
      const to = isHash ? from : numberOf(range.to, chain);
      for (let at = from ?? 0; at <= (to ?? -1); at++) {
        const block = chain[at];
        if (block === undefined) continue;
        const view = blockLogsOf(block);
        yield [{ logs: view, positions: view.matching(filter) }];
      }
    },
  };
}
