/** Finds transactions by account. */
import type { Chain, Traces } from "@tandem/chain";
import { type Address, isEqual, type StateReader, type TxHash } from "@tandem/primitives";
import type { Creation, ExplorerApi, FoundTransaction } from "@tandem/rpc";
import { yieldIfDue } from "@tandem/runtime";
import { readerAt } from "./locate.js";
import { showReceipts } from "./show.js";

/**
 * Returns the lowest height after whose block the state fits; undefined if none does. The state must
 * not fit again below a height at which it does not.
 * @param lowest the height of the oldest block.
 */
async function firstHeight(
  chain: Chain,
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

const canonicalBlock = ({ blocks, resolve }: Chain, number: number) => {
  const hash = resolve({ number });
  return hash && blocks.block(hash);
};

/** A sender's nonce never falls, so the block of a transaction is found by bisection. */
async function transactionOf(
  chain: Chain,
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

/** Code that is there now came in one block, which is found by bisection, and with one of its traces. */
async function creationOf(
  chain: Chain,
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

/** @param lowest the height of the oldest block that the chain has. */
export const explorerApi = (chain: Chain, traces: Traces, lowest: number): ExplorerApi => ({
  async searchTransactions(search, signal) {
    const { blocks, isEnd } = await traces.ofAccount(search, signal);
    const transactions: FoundTransaction[] = [];
    for (const { hash, indexes } of search.isBackward ? [...blocks].reverse() : blocks) {
      const block = chain.blocks.block(hash);
      if (block === undefined) continue;
      const receipts = showReceipts(block);
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
});
