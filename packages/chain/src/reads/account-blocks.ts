/** Finds the transactions of an account, in whole blocks, through the index of traces. */
import type { Address, BlockHash } from "@tandem/primitives";
import { yieldIfDue } from "@tandem/runtime";
import { type ReadableStore, table } from "@tandem/store";
import { noBlockAt } from "../rows/canonical-row.js";
import { blocksOfAddress } from "../search-index/address-blocks.js";
import type { TracedBlock } from "./traced-block.js";

/** A search for transactions with traces from or to an account. */
export interface AccountSearch {
  readonly address: Address;
  /** The lowest and highest height, both included. */
  readonly from: number;
  readonly to: number;
  /** Whether the search runs from `to` down. */
  readonly isBackward: boolean;
  /** The number of transactions after which no further block is added. */
  readonly count: number;
}

interface BlockOfAccount {
  readonly hash: BlockHash;
  /** The indexes of the account's transactions, ascending. */
  readonly indexes: readonly number[];
}

export interface AccountBlocks {
  /** The blocks in the order of the search. */
  readonly blocks: readonly BlockOfAccount[];
  /** Whether no further block exists in the direction of the search. */
  readonly isEnd: boolean;
}

interface Sources {
  readonly store: ReadableStore;
  open(hash: BlockHash, height: number): Promise<TracedBlock | undefined>;
}

/** Finds the blocks of an account. @throws the signal's reason, or {Fault} `corrupt-data`. */
export async function findAccountBlocks(
  { store, open }: Sources,
  search: AccountSearch,
  signal: AbortSignal,
): Promise<AccountBlocks> {
  signal.throwIfAborted();
  const reader = store.snapshot();
  try {
    const blocks: BlockOfAccount[] = [];
    let found = 0;
    for await (const { height, positions } of blocksOfAddress({ ...search, reader, signal })) {
      if (found >= search.count) return { blocks, isEnd: false };
      const hash = reader.get(table.canonical, height);
      const traced = hash && (await open(hash, height));
      if (hash === undefined || traced === undefined) throw noBlockAt(store, height);
      const transactions = traced.at(positions()).map((one) => one.transactionPosition);
      const indexes = [...new Set(transactions)];
      blocks.push({ hash, indexes });
      found += indexes.length;
      await yieldIfDue();
    }
    return { blocks, isEnd: true };
  } finally {
    await reader.close();
  }
}
