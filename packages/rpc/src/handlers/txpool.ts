/** Implements the methods that contract/txpool.ts declares. */
import {
  gasPriceCap,
  isEqual,
  type PoolContent,
  type SignedTransaction,
  toHex,
} from "@tandem/primitives";
import { answerFormOf } from "../contract/answer-form.js";
import { collectArray, JsonCollector } from "../contract/codec/json-collector.js";
import { writerOf } from "../contract/codec/writer.js";
import type { AmountBound, PendingFilter } from "../contract/shape/pending-filter.js";
import { showTransaction, transaction } from "../contract/shape/transaction.js";
import type * as contract from "../contract/txpool.js";
import type { Call, Handler } from "./handler.js";

type Transactions = readonly SignedTransaction[];
type WriteOne = (transaction: SignedTransaction) => string;

const writeTransaction = writerOf(transaction);

/** Returns what writes whole transactions in the form of the answer to a call. */
function fullFor(call: Call): WriteOne {
  const form = answerFormOf(call);
  return (one) =>
    writeTransaction(showTransaction({ transaction: one, inclusion: undefined }, form));
}

/** Writes an object of transactions by nonce. */
async function addByNonce(text: JsonCollector, transactions: Transactions, write: WriteOne) {
  text.add("{");
  await text.addList(transactions, (tx) => `"${tx.fields.nonce}":${write(tx)}`);
  text.add("}");
}

/** Writes an object of such objects by sender. */
async function addBySender(text: JsonCollector, transactions: Transactions, write: WriteOne) {
  text.add("{");
  for (let from = 0, to = 0; from < transactions.length; from = to) {
    const { sender } = transactions[from] as SignedTransaction;
    const isOwn = (tx: SignedTransaction | undefined) =>
      tx !== undefined && isEqual(tx.sender, sender);
    while (isOwn(transactions[to])) to++;
    text.add(`${from === 0 ? "" : ","}"${toHex(sender)}":`);
    await addByNonce(text, transactions.slice(from, to), write);
  }
  text.add("}");
}

/** Writes executable and queued transactions, each with `add`. */
async function contentText(
  { pending, queued }: PoolContent,
  add: typeof addBySender,
  write: WriteOne,
  call: Call,
) {
  const text = new JsonCollector(call);
  text.add('{"pending":');
  await add(text, pending, write);
  text.add(',"queued":');
  await add(text, queued, write);
  text.add("}");
  return text.finish();
}

function line({ fields }: SignedTransaction): string {
  const to = fields.to === undefined ? "contract creation" : toHex(fields.to.bytes);
  const price = `${fields.gasLimit} gas × ${gasPriceCap(fields)} wei`;
  return `"${to}: ${fields.value} wei + ${price}"`;
}

export const pendingTransactions: Handler<typeof contract.pendingTransactions> = async (
  node,
  _,
  call,
) => {
  const { pending, queued } = await node.poolContent(call);
  // Hardhat's network lists what waits for an earlier nonce too.
  const listed = call.errorForm === "hardhat" ? [...pending, ...queued] : pending;
  return collectArray(listed, fullFor(call), call);
};

export const parityPendingTransactions: Handler<typeof contract.parityPendingTransactions> = async (
  node,
  { limit, filter },
  call,
) => {
  const { pending } = await node.poolContent(call);
  const found = filter ? pending.filter((one) => isMatch(one, filter)) : pending;
  return collectArray(found.slice(0, limit ?? undefined), fullFor(call), call);
};

function isMatch({ sender, fields }: SignedTransaction, filter: PendingFilter): boolean {
  const { from, to } = filter;
  if (from?.eq && !isEqual(sender, from.eq)) return false;
  if (to?.action && fields.to !== undefined) return false;
  if (to?.eq && (fields.to === undefined || !isEqual(fields.to.bytes, to.eq))) return false;
  return (
    isWithin(fields.gasLimit, filter.gas) &&
    isWithin(gasPriceCap(fields), filter.gas_price) &&
    isWithin(fields.value, filter.value) &&
    isWithin(fields.nonce, filter.nonce)
  );
}

function isWithin(amount: bigint, bound: AmountBound | null | undefined): boolean {
  if (bound?.eq != null) return amount === bound.eq;
  if (bound?.lt != null) return amount < bound.lt;
  return bound?.gt == null || amount > bound.gt;
}

export const status: Handler<typeof contract.status> = (node, _, call) => node.poolCounts(call);

export const content: Handler<typeof contract.content> = async (node, _, call) =>
  contentText(await node.poolContent(call), addBySender, fullFor(call), call);

export const contentFrom: Handler<typeof contract.contentFrom> = async (node, { address }, call) =>
  contentText(await node.poolContentOf(address), addByNonce, fullFor(call), call);

export const inspect: Handler<typeof contract.inspect> = async (node, _, call) =>
  contentText(await node.poolContent(call), addBySender, line, call);
