/** Finds transactions by account, and the blocks of all branches. */
import { blocksAtHeights, chainLimits, type Traces } from "@tandem/chain";
import {
  type Address,
  assertAtMost,
  evmForks,
  isEqual,
  rulesAt,
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
import type { ReadParts } from "./read-parts.js";

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

/** Returns whether a contract of a block can be destroyed by a later transaction, which EIP-6780 ends. */
const areDestroyable = ({ spec }: ReadChain, height: number) =>
  evmForks.indexOf(rulesAt(spec.forks, height).evm) < evmForks.indexOf("cancun");

/**
 * A block in which code was created is found by bisection, and the creation by its traces. Code that could be destroyed
 * may have been created again later, which only the index of traces shows.
 */
async function creationOf(
  chain: ReadChain,
  traces: Traces,
  lowest: number,
  address: Address,
  signal: AbortSignal,
): Promise<Creation | undefined> {
  const to = chain.head().header.number;
  const from = await firstHeight(chain, lowest, (state) => state.codeOf(address).length > 0);
  if (from === undefined) return undefined;
  const search = { address, from, to: areDestroyable(chain, from) ? to : from };
  const creation = await traces.ofCreation(search, signal);
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

export const explorerApi = ({
  chain,
  store,
  traces,
  lowest,
  explainer,
}: ReadParts): ExplorerApi => ({
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
  creationOf: (address, signal) => creationOf(chain, traces, lowest, address, signal),
  blocksAtHeights: (from, to) => allBlocksAt(chain, store, from, to),
  compiledContract: explainer && ((code) => explainer.contractOf(code)),
});
