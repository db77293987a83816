/** Implements the methods that contract/ots.ts declares. */

import {
  type Address,
  type BlockRef,
  emptyBloom,
  emptyBytes,
  type LocatedTrace,
  outermostCall,
  outermostCallOf,
} from "@tandem/primitives";
import type { Backend } from "../backend/backend.js";
import type { ChainApi, ShownBlock } from "../backend/chain-api.js";
import type { FoundTransactions } from "../backend/explorer-api.js";
import { answerForms } from "../contract/answer-form.js";
import { collectArray, JsonCollector } from "../contract/codec/json-collector.js";
import { writerOf } from "../contract/codec/writer.js";
import type * as contract from "../contract/ots.js";
import { inclusionIn, showHeader } from "../contract/shape/block.js";
import { explorerTrace, foundReceipt, internalOperation } from "../contract/shape/explorer.js";
import { showReceipt } from "../contract/shape/receipt.js";
import { showTransaction, transaction } from "../contract/shape/transaction.js";
import { getHeaderByNumber as headerByNumber } from "./eth/block.js";
import type { Call, Handler } from "./handler.js";
import { depthCounter, explorerTraceOf, operationsInside } from "./traces/explorer-traces.js";

/** The version of the API that Otterscan 2 requires. */
const apiLevel = 8;
/** The bytes of call data in a list: the selector of a method. */
const selectorBytes = 4;

export const getApiLevel: Handler<typeof contract.getApiLevel> = () => apiLevel;

export const getHeaderByNumber: Handler<typeof contract.getHeaderByNumber> = headerByNumber;

const listed = (block: ShownBlock) => ({
  ...showHeader(block),
  logsBloom: undefined,
  transactionCount: block.transactions.length,
});

async function detailsOf(node: ChainApi, ref: BlockRef) {
  const block = await node.block(ref);
  if (block === undefined) return undefined;
  return {
    block: listed(block),
    issuance: { blockReward: 0n, uncleReward: 0n, issuance: 0n },
    totalFees: block.header.paidFees,
  };
}

export const getBlockDetails: Handler<typeof contract.getBlockDetails> = (node, { block }) =>
  detailsOf(node, block);

export const getBlockDetailsByHash: Handler<typeof contract.getBlockDetailsByHash> = (
  node,
  { hash },
) => detailsOf(node, { hash });

export const getBlockTransactions: Handler<typeof contract.getBlockTransactions> = async (
  node,
  { block: ref, page, size },
) => {
  const block = await node.block(ref);
  if (block?.hash === undefined) return undefined;
  // By its hash, since a tag or a height may name another block by now.
  const all = await node.blockReceipts({ hash: block.hash });
  if (all === undefined) return undefined;
  const end = Math.max(0, block.transactions.length - page * size);
  const start = Math.max(0, end - size);
  const transactions = block.transactions.slice(start, end).map((one, i) => {
    const inclusion = inclusionIn(block, start + i);
    const shown = showTransaction({ transaction: one, inclusion });
    return { ...shown, input: shown.input.slice(0, selectorBytes) };
  });
  const receipts = all.slice(start, end).map((shown) => {
    return {
      ...showReceipt(shown, answerForms.standard, [], emptyBloom),
      logs: undefined,
      logsBloom: undefined,
    };
  });
  return { fullblock: { ...listed(block), transactions }, receipts };
};

const writeTransaction = writerOf(transaction);
const writeReceipt = writerOf(foundReceipt);

/** Writes a page in slices: its last block may have thousands of transactions. */
async function pageText(
  { transactions, isEnd }: FoundTransactions,
  { isFirst, isBackward }: { readonly isFirst: boolean; readonly isBackward: boolean },
  call: Call,
) {
  const text = new JsonCollector(call);
  const newestFirst = [...transactions].reverse();
  text.add('{"txs":[');
  await text.addList(newestFirst, (one) => writeTransaction(showTransaction(one)));
  text.add('],"receipts":[');
  await text.addList(newestFirst, (one) =>
    writeReceipt({ ...showReceipt(one), timestamp: one.timestamp }),
  );
  const [firstPage, lastPage] = isBackward ? [isFirst, isEnd] : [isEnd, isFirst];
  text.add(`],"firstPage":${firstPage},"lastPage":${lastPage}}`);
  return text.finish();
}

interface Search {
  readonly address: Address;
  readonly number: number;
  readonly size: number;
}

async function search(
  node: Backend,
  { address, number, size: count }: Search,
  isBackward: boolean,
  call: Call,
) {
  const head = node.headNumber();
  const isFirst = number === 0 || (isBackward && number > head);
  const from = isBackward || isFirst ? 0 : number + 1;
  const to = isBackward && !isFirst ? number - 1 : head;
  const found = await node.searchTransactions(
    { address, from, to, isBackward, count },
    call.signal,
  );
  return pageText(found, { isFirst, isBackward }, call);
}

export const searchTransactionsBefore: Handler<typeof contract.searchTransactionsBefore> = (
  node,
  params,
  call,
) => search(node, params, true, call);

export const searchTransactionsAfter: Handler<typeof contract.searchTransactionsAfter> = (
  node,
  params,
  call,
) => search(node, params, false, call);

export const getTransactionBySenderAndNonce: Handler<
  typeof contract.getTransactionBySenderAndNonce
> = (node, { address, nonce }) => node.transactionOf(address, BigInt(nonce));

export const getContractCreator: Handler<typeof contract.getContractCreator> = async (
  node,
  { address },
  { signal },
) => {
  const found = await node.creationOf(address, signal);
  return found && { hash: found.transactionHash, creator: found.creator };
};

export const hasCode: Handler<typeof contract.hasCode> = async (node, { address, block }) => {
  const state = await node.stateAt(block);
  return state && state.codeOf(address).length > 0;
};

const writeOperation = writerOf(internalOperation);
const writeTrace = writerOf(explorerTrace);

export const getInternalOperations: Handler<typeof contract.getInternalOperations> = async (
  node,
  { hash },
  call,
) => {
  const traces = await node.traceTransaction(hash);
  if (traces === undefined) return undefined;
  const operations = operationsInside(traces.map(({ trace }) => trace));
  return collectArray(operations, writeOperation, call);
};

export const traceTransaction: Handler<typeof contract.traceTransaction> = async (
  node,
  { hash },
  call,
) => {
  const traces = await node.traceTransaction(hash);
  const depthOf = depthCounter();
  const write = ({ trace }: LocatedTrace) => writeTrace(explorerTraceOf(trace, depthOf(trace)));
  return traces && collectArray(traces, write, call);
};

export const getTransactionError: Handler<typeof contract.getTransactionError> = async (
  node,
  { hash },
  call,
) => {
  await node.loadTransaction(hash);
  const shown = node.receipt(hash);
  if (shown === undefined) return undefined;
  if (shown.receipt.isSuccess) return emptyBytes;
  const outermost = outermostCallOf(await node.debugTransaction(hash, outermostCall, call));
  return outermost && (outermost.output ?? emptyBytes);
};
