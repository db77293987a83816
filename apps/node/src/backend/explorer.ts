/** Finds transactions by account, and the blocks of all branches. */
import { blocksAtHeights, chainLimits, type Traces } from "@tandem/chain";
import {
  type Address,
  assertAtMost,
  isEqual,
  type StateReader,
  type TxHash,
} from "@tandem/primitives";
import {
  type BranchBlock,
  type Creation,
  type ExplorerApi,
  type FoundTransaction,
  receiptsOfBlock,
} from "@tandem/rpc";
import { yieldIfDue } from "@tandem/runtime";
import type { ReadableStore } from "@tandem/store";
import { readerAt } from "./locate.js";
import type { ReadChain } from "./read-chain.js";

/**
 * Returns the lowest height after whose block the state fits, or undefined if none does. The
 * predicate must be false for all blocks below that height.
 * @param lowest the height of the oldest block.
 */
async function firstHeight(
  chain: ReadChain,
  lowest: number,
  fits: (state: StateReader) => boolean,
): Promise<number | undefined> {
  const fitsAt = async (number: number) => {
    const state = await readerAt(chain, { number });
    return state !== undefined && fits(state);
  };
  let high = chain.head().header.number;
  if (!(await fitsAt(high))) return undefined;
  let low = lowest;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await fitsAt(middle)) high = middle;
    else low = middle + 1;
    await yieldIfDue();
  }
  return high;
}

const canonicalBlock = ({ blocks, resolve }: ReadChain, number: number) => {
  const hash = resolve({ number });
  return hash && blocks.block(hash);
};

/** A sender's nonce never decreases, so the block of a transaction is found by bisection. */
async function transactionOf(
  chain: ReadChain,
  lowest: number,
  sender: Address,
  nonce: bigint,
): Promise<TxHash | undefined> {
  const height = await firstHeight(chain, lowest, (state) => state.nonceOf(sender) > nonce);
  const block = height === undefined ? undefined : canonicalBlock(chain, height);
  const found = block?.transactions.find(
    (one) => one.fields.nonce === nonce && isEqual(one.sender, sender),
  );
  return found?.hash;
}

/**
 * The block in which the current code was created is found by bisection, and the creation by its
 * traces.
 */
async function creationOf(
  chain: ReadChain,
  traces: Traces,
  lowest: number,
  address: Address,
): Promise<Creation | undefined> {
  const height = await firstHeight(chain, lowest, (state) => state.codeOf(address).length > 0);
  const block = height === undefined ? undefined : canonicalBlock(chain, height);
  if (block === undefined) return undefined;
  const { hash, header } = block;
  const traced = await traces.ofBlock(hash, header.number);
  const creation = traced?.all().findLast(({ trace }) => {
    return trace.type === "create" && trace.result && isEqual(trace.result.address, address);
  });
  if (creation?.trace.type !== "create") return undefined;
  const { transactionHash, trace } = creation;
  return { transactionHash, creator: trace.action.from };
}

/** @throws {Fault} `limit-exceeded` if there are too many. */
async function allBlocksAt(
  { blocks }: ReadChain,
  store: ReadableStore,
  from: number,
  to: number,
): Promise<readonly BranchBlock[]> {
  const max = chainLimits.listedBlocksMax;
  const found = await blocksAtHeights(store, from, to, max + 1);
  assertAtMost("blocks", found.length, max);
  return found.flatMap(({ height, hash }) => {
    const header = blocks.header(hash);
    return header === undefined
      ? []
      : { hash, header, isCanonical: blocks.isCanonical(hash, height) };
  });
}

/** @param lowest the height of the oldest block that the chain has. */
export const explorerApi = (
  chain: ReadChain,
  store: ReadableStore,
  traces: Traces,
  lowest: number,
): ExplorerApi => ({
  async searchTransactions(search, signal) {
    const { blocks, isEnd } = await traces.ofAccount(search, signal);
    const transactions: FoundTransaction[] = [];
    for (const { hash, indexes } of search.isBackward ? [...blocks].reverse() : blocks) {
      const block = chain.blocks.block(hash);
      if (block === undefined) continue;
      const receipts = [...receiptsOfBlock(block)];
      for (const index of indexes) {
        const shown = receipts[index];
        if (shown !== undefined) transactions.push({ ...shown, timestamp: block.header.timestamp });
      }
      await yieldIfDue();
    }
    return { transactions, isEnd };
  },
  transactionOf: (sender, nonce) => transactionOf(chain, lowest, sender, nonce),
  creationOf: (address) => creationOf(chain, traces, lowest, address),
  blocksAtHeights: (from, to) => allBlocksAt(chain, store, from, to),
});
