/** Submits raw transactions to the pool, and readmits them after a reorg. */
import type { RequestedFields } from "@tandem/consensus";
import {
  type ChainSpec,
  commonAt,
  decodeTransaction,
  Fault,
  type Header,
  type HeadMoved,
  isNoSpace,
  type SignedTransaction,
  type StateReader,
  type StoredBlock,
  senderProof,
  toKey,
} from "@tandem/primitives";
import type { Topic } from "@tandem/runtime";
import { gasLimitTooHigh, type StateChange } from "@tandem/state";
import { assertFitsBlock } from "../block-size.js";
import { refusal } from "./admit.js";
import { assertImpersonated, type Impersonated } from "./impersonated.js";
import type { Pool } from "./pool.js";

/**
 * Determines what the pool refuses as another node does.
 * - raised-price: what pays enough for the head's price, and less than the one that was requested for the
 *   next block.
 * - mined-at-once: what is not for the next block, by its price or its nonce, while blocks are mined at once;
 *   otherwise a transaction may wait for any price. A creation without data is refused, since it lacks a
 *   recipient by mistake.
 */
export type AdmissionRule = "raised-price" | "mined-at-once";

export interface SubmitContext {
  readonly spec: ChainSpec;
  readonly pool: Pool;
  readonly head: () => StoredBlock;
  readonly headState: () => StateReader;
  readonly pending: Topic<SignedTransaction>;
  readonly impersonated: Impersonated;
  /** Returns what a developer requested of the next block. */
  readonly requested: () => RequestedFields;
  /**
   * If undefined, a transaction below a raised price waits for a lower one, and one with a later nonce for
   * those before.
   */
  readonly rule: AdmissionRule | undefined;
  /** Returns whether a block is mined as soon as a transaction is executable. */
  readonly isAutomine: () => boolean;
}

/**
 * Adds a raw transaction to the pool. @param decoded the same transaction, if it was decoded
 * already.
 * @param source the client that submits it; undefined if another node has admitted it.
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
  const header = admittingHeader(context, source);
  const common = commonAt(spec, header.number + 1);
  const isSame = decoded?.fields.common === common;
  const transaction = isSame ? decoded : decodeTransaction(raw, common, senderProof(spec));
  assertImpersonated(transaction, impersonated);
  if (context.rule === "mined-at-once" && source !== undefined) assertNoEmptyCreation(transaction);
  assertGasLimit(transaction, spec);
  assertFitsBlock(transaction.raw, spec);
  const state = headState();
  if (isForNext(context, source)) assertNoGap(transaction, pool, state);
  else if (context.rule === "mined-at-once") assertNotUsed(transaction, state);
  const isReady = pool.admit(transaction, header, state, source);
  pending.publish(transaction);
  return { transaction, isReady };
}

/**
 * Returns whether a transaction must be for the next block. Another node has decided that by its own mode of
 * mining.
 */
const isForNext = ({ rule, isAutomine }: SubmitContext, source: string | undefined): boolean =>
  rule === "mined-at-once" && source !== undefined && isAutomine();

/** Returns the head, with the requested gas limit of the next block, and the price that must be paid. */
function admittingHeader(context: SubmitContext, source: string | undefined): Header {
  const { header } = context.head();
  const { gasLimit = header.gasLimit } = context.requested();
  const minimumGasPrice = admittingPrice(context, header, source);
  const isSame = minimumGasPrice === header.minimumGasPrice && gasLimit === header.gasLimit;
  return isSame ? header : { ...header, gasLimit, minimumGasPrice };
}

/** Returns the price of the next block if it is lower, or transactions do not wait for a lower one. */
function admittingPrice(context: SubmitContext, head: Header, source: string | undefined): bigint {
  const { requested, rule } = context;
  if (rule === "mined-at-once" && !isForNext(context, source)) return 0n;
  const price = requested().minimumGasPrice ?? head.minimumGasPrice;
  return rule !== undefined || price < head.minimumGasPrice ? price : head.minimumGasPrice;
}

/** @throws {Fault} `transaction-refused`, in the words of Hardhat's network. */
function assertNoEmptyCreation({ fields }: SignedTransaction): void {
  if (fields.to !== undefined || fields.data.length > 0) return;
  throw refusal("Contract creation without any data provided");
}

/** @throws {Fault} `transaction-refused` if the nonce was used, as one that waits for a block. */
function assertNotUsed({ sender, fields }: SignedTransaction, state: StateReader): void {
  const next = state.nonceOf(sender);
  const found = fields.nonce;
  if (found >= next) return;
  const why = { kind: "nonce-too-low", next, found, takesLater: true } as const;
  throw refusal(`nonce too low: next nonce ${next}, tx nonce ${found}`, why);
}

/** @throws {Fault} `transaction-refused` if an earlier nonce of the sender is missing. */
function assertNoGap({ sender, fields }: SignedTransaction, pool: Pool, state: StateReader): void {
  const next = pool.nextNonce(sender, state);
  const found = fields.nonce;
  if (found <= next) return;
  const why = { kind: "nonce-too-high", next, found } as const;
  throw refusal(`nonce too high: next nonce ${next}, tx nonce ${found}`, why);
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
 * impossible, and readmits those of removed blocks. In steps: meanwhile the pool contains transactions with
 * a used nonce, which no block includes.
 * @param change of the state, if it is known.
 */
export function* followHead(
  context: SubmitContext,
  { removed, added }: HeadMoved,
  change?: StateChange,
): Generator<void, void> {
  const { pool } = context;
  const state = context.headState();
  const mined = added.flatMap((block) => block.transactions);
  for (const tx of mined) {
    pool.remove([tx]);
    yield;
  }
  // Blocks without transactions change no account.
  if (mined.length === 0 && removed.length === 0) return;
  // An authorization and delegated code (EIP-7702) use nonces and funds of accounts that sent nothing.
  yield* pool.follow(state, change);
  const minedHashes = new Set(mined.map((tx) => toKey(tx.hash)));
  const returned = [...removed].reverse().flatMap((block) => block.transactions);
  const unmined = returned.filter((tx) => !minedHashes.has(toKey(tx.hash)));
  yield* readmit(context, state, unmined, () => true);
}

/**
 * Readmits transactions in steps, and drops those that have become invalid: the new branch may have used their nonce or
 * their funds.
 * @param isNew returns whether a transaction is announced.
 * @throws {Fault} `no-space`, after all others, if one is lost since the database could not be read.
 */
function* readmit(
  { pool, head, pending }: SubmitContext,
  state: StateReader,
  transactions: readonly SignedTransaction[],
  isNew: (tx: SignedTransaction) => boolean,
): Generator<void, void> {
  let lost: Fault | undefined;
  for (const tx of transactions) {
    yield;
    try {
      pool.readmit(tx, head().header, state);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (isNoSpace(error)) lost = error;
      continue;
    }
    if (isNew(tx)) pending.publish(tx);
  }
  if (lost !== undefined) throw lost;
}

/**
 * Replaces the pool's content by these transactions, in their order, in steps. Those that were not
 * in it are announced; those that are added meanwhile stay.
 */
export function* refillPool(
  context: SubmitContext,
  transactions: readonly SignedTransaction[],
): Generator<void, void> {
  const { pool, headState } = context;
  const former = pool.all();
  const state = headState();
  pool.clear();
  // What is added from now on is checked against this state.
  yield* pool.follow(state);
  const before = new Set<string>();
  for (const tx of former) {
    before.add(toKey(tx.hash));
    yield;
  }
  const isNew = (tx: SignedTransaction) => !before.has(toKey(tx.hash));
  yield* readmit(context, state, transactions, isNew);
}
