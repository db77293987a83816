/** Handlers of contract/txpool.ts. */
import { gasPriceCap, isEqual, type SignedTransaction, toHex } from "@tandem/primitives";
import { showTransaction, type TransactionAnswer } from "../contract/shape/transaction.js";
import type * as contract from "../contract/txpool.js";
import type { Handler } from "./handler.js";

type Transactions = readonly SignedTransaction[];
type Nested<T> = Record<string, Record<string, T>>;

const byNonce = <T>(transactions: Transactions, show: (tx: SignedTransaction) => T) =>
  Object.fromEntries(transactions.map((tx) => [tx.fields.nonce.toString(), show(tx)]));

function bySender<T>(transactions: Transactions, show: (tx: SignedTransaction) => T): Nested<T> {
  const senders = new Map<string, SignedTransaction[]>();
  for (const tx of transactions) {
    const sender = toHex(tx.sender);
    const own = senders.get(sender) ?? [];
    own.push(tx);
    senders.set(sender, own);
  }
  return Object.fromEntries([...senders].map(([sender, own]) => [sender, byNonce(own, show)]));
}

const full = (transaction: SignedTransaction): TransactionAnswer =>
  showTransaction({ transaction, inclusion: undefined });

function line({ fields }: SignedTransaction): string {
  const to = fields.to === undefined ? "contract creation" : toHex(fields.to.bytes);
  const price = `${fields.gasLimit} gas × ${gasPriceCap(fields)} wei`;
  return `${to}: ${fields.value} wei + ${price}`;
}

export const status: Handler<typeof contract.status> = (node) => {
  const { pending, queued } = node.poolContent();
  return { pending: pending.length, queued: queued.length };
};

export const content: Handler<typeof contract.content> = (node) => {
  const { pending, queued } = node.poolContent();
  return { pending: bySender(pending, full), queued: bySender(queued, full) };
};

export const contentFrom: Handler<typeof contract.contentFrom> = (node, { address }) => {
  const { pending, queued } = node.poolContent();
  const isOwn = ({ sender }: SignedTransaction) => isEqual(sender, address);
  return {
    pending: byNonce(pending.filter(isOwn), full),
    queued: byNonce(queued.filter(isOwn), full),
  };
};

export const inspect: Handler<typeof contract.inspect> = (node) => {
  const { pending, queued } = node.poolContent();
  return { pending: bySender(pending, line), queued: bySender(queued, line) };
};
