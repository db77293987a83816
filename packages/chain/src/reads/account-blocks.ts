/** Finds the transactions of an account, in whole blocks, and creations, through the index of traces. */
import {
  type AccountSearch,
  type Address,
  type BlockHash,
  isEqual,
  type LocatedTrace,
} from "@tandem/primitives";
import { yieldIfDue } from "@tandem/runtime";
import { type ReadableStore, table } from "@tandem/store";
import { noBlockAt } from "../rows/canonical-row.js";
import { blocksOfAddress } from "../search-index/address-blocks.js";
import type { TracedBlock } from "./traced-block.js";

/** A search for the newest creation at an address. */
export type CreationSearch = Omit<AccountSearch, "isBackward" | "count">;

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
  sources: Sources,
  search: AccountSearch,
  signal: AbortSignal,
): Promise<AccountBlocks> {
  const blocks: BlockOfAccount[] = [];
  let found = 0;
  for await (const read of blocksWithTraces(sources, search, signal)) {
    if (found >= search.count) return { blocks, isEnd: false };
    const { hash, traces } = await read();
    const indexes = [...new Set(traces.map((one) => one.transactionPosition))];
    blocks.push({ hash, indexes });
    found += indexes.length;
  }
  return { blocks, isEnd: true };
}

/**
 * Returns the trace of the newest creation at an address.
 * @throws the signal's reason, or {Fault} `corrupt-data`.
 */
export async function findCreation(
  sources: Sources,
  search: CreationSearch,
  signal: AbortSignal,
): Promise<LocatedTrace | undefined> {
  for await (const read of blocksWithTraces(sources, { ...search, isBackward: true }, signal)) {
    const { traces } = await read();
    const creation = traces.findLast((one) => isCreationOf(one, search.address));
    if (creation !== undefined) return creation;
  }
  return undefined;
}

/** Returns whether a trace is a creation that succeeded at an address. */
const isCreationOf = ({ trace }: LocatedTrace, address: Address): boolean =>
  trace.type === "create" && trace.result !== undefined && isEqual(trace.result.address, address);

interface BlockWithTraces {
  readonly hash: BlockHash;
  /** The traces from or to the account. */
  readonly traces: readonly LocatedTrace[];
}

/** Yields a function for each block, which reads it. */
async function* blocksWithTraces(
  { store, open }: Sources,
  search: Omit<AccountSearch, "count">,
  signal: AbortSignal,
): AsyncGenerator<() => Promise<BlockWithTraces>> {
  signal.throwIfAborted();
  const reader = store.snapshot();
  try {
    for await (const { height, positions } of blocksOfAddress({ ...search, reader, signal })) {
      yield async () => {
        const hash = reader.get(table.canonical, height);
        const traced = hash && (await open(hash, height));
        if (hash === undefined || traced === undefined) throw noBlockAt(store, height);
        return { hash, traces: traced.at(positions()) };
      };
      await yieldIfDue();
    }
  } finally {
    await reader.close();
  }
}
