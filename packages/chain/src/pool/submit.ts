/** Submits raw transactions to the pool, and readmits them after a reorg. */
import type { RequestedFields } from "@tandem/consensus";
import {
  type ChainSpec,
  commonAt,
  decodeTransaction,
  Fault,
  type Header,
  type HeadMoved,
  type SignedTransaction,
  type StateReader,
  type StoredBlock,
  senderProof,
  toKey,
} from "@tandem/primitives";
import type { Topic } from "@tandem/runtime";
import { gasLimitTooHigh } from "@tandem/state";
import { assertFitsBlock } from "../import/block-size.js";
import { refusal } from "./admit.js";
import { assertImpersonated, type Impersonated } from "./impersonated.js";
import type { Pool } from "./pool.js";

/**
 * Determines when a transaction is refused that pays enough for the head's price and less than the one that was
 * requested for the next block: always, or while blocks are mined at once.
 */
export type BelowRaised = "always" | "automining";

export interface SubmitContext {
  readonly spec: ChainSpec;
  readonly pool: Pool;
  readonly head: () => StoredBlock;
  readonly headState: () => StateReader;
  readonly pending: Topic<SignedTransaction>;
  readonly impersonated: Impersonated;
  /** Returns what a developer requested of the next block. */
  readonly requested: () => RequestedFields;
  /** Returns whether a transaction below a raised price is refused now; else it waits for a lower one. */
  readonly refusesBelowRaised: () => boolean;
}

/**
 * Adds a raw transaction to the pool. @param decoded the same transaction, if it was decoded
 * already.
 * @param source the client that submits it.
 * @returns the transaction, and whether it is executable in the next block.
 * @throws {Fault} `transaction-refused`, `limit-exceeded`
 */
export function submitRaw(
  context: SubmitContext,
  raw: Uint8Array,
  decoded?: SignedTransaction,
  source?: string,
): { readonly transaction: SignedTransaction; readonly isReady: boolean } {
  const { spec, pool, headState, pending, impersonated } = context;
  const header = admittingHeader(context);
  const common = commonAt(spec, header.number + 1);
  const isSame = decoded?.fields.common === common;
  const transaction = isSame ? decoded : decodeTransaction(raw, common, senderProof(spec));
  assertImpersonated(transaction, impersonated);
  assertGasLimit(transaction, spec);
  assertFitsBlock(transaction.raw, spec);
  const isReady = pool.admit(transaction, header, headState(), source);
  pending.publish(transaction);
  return { transaction, isReady };
}

/**
 * Returns the head, with the requested gas limit of the next block, and its requested price if that is lower
 * or transactions do not wait for a lower one.
 */
function admittingHeader({ head, requested, refusesBelowRaised }: SubmitContext): Header {
  const { header } = head();
  const { minimumGasPrice: price, gasLimit = header.gasLimit } = requested();
  const isUsed = price !== undefined && (price < header.minimumGasPrice || refusesBelowRaised());
  if (!isUsed && gasLimit === header.gasLimit) return header;
  return { ...header, gasLimit, ...(isUsed && { minimumGasPrice: price }) };
}

/**
 * Checks the gas limit. @throws {Fault} `transaction-refused` above the chain's cap, if it has one
 * (EIP-7825).
 */
function assertGasLimit({ fields }: SignedTransaction, { transactionGasLimitCap: cap }: ChainSpec) {
  if (cap !== undefined && fields.gasLimit > cap)
    throw refusal(gasLimitTooHigh(fields.gasLimit, cap));
}

/**
 * Updates the pool after a change of the head: removes mined transactions and those that have become
 * impossible, and readmits those of removed blocks. In steps: meanwhile the pool contains transactions with a used nonce, which no
 * block includes.
 */
export function* followHead(
  context: SubmitContext,
  { removed, added }: HeadMoved,
): Generator<void, void> {
  const { pool, pending } = context;
  const state = context.headState();
  const mined = added.flatMap((block) => block.transactions);
  for (const tx of mined) {
    pool.remove([tx]);
    yield;
  }
  // Blocks without transactions change no account.
  if (mined.length === 0 && removed.length === 0) return;
  // An authorization and delegated code (EIP-7702) use nonces and funds of accounts that sent nothing.
  for (const sender of pool.senders()) {
    pool.prune([sender], state);
    yield;
  }
  const minedHashes = new Set(mined.map((tx) => toKey(tx.hash)));
  const returned = [...removed].reverse().flatMap((block) => block.transactions);
  for (const tx of returned) {
    yield;
    if (minedHashes.has(toKey(tx.hash))) continue;
    try {
      pool.readmit(tx, context.head().header, state);
      pending.publish(tx);
    } catch (error) {
      // The new branch may have used its nonce or its funds; then it is dropped.
      if (!(error instanceof Fault)) throw error;
    }
  }
}

/**
 * Replaces the pool's content by these transactions, in their order, in steps. Those that were not
 * in it are announced; those that are added meanwhile stay.
 */
export function* refillPool(
  context: SubmitContext,
  transactions: readonly SignedTransaction[],
): Generator<void, void> {
  const { pool, pending, headState } = context;
  const former = pool.all();
  pool.clear();
  const before = new Set<string>();
  for (const tx of former) {
    before.add(toKey(tx.hash));
    yield;
  }
  const state = headState();
  for (const tx of transactions) {
    yield;
    try {
      pool.readmit(tx, context.head().header, state);
    } catch (error) {
      // It may have become invalid, for example by another nonce; then it is dropped.
      if (!(error instanceof Fault)) throw error;
      continue;
    }
    if (!before.has(toKey(tx.hash))) pending.publish(tx);
  }
}
