/** What goes into a block in the making: what the pool has ready, or a list. */
import type { SignedTransaction, StateReader } from "@tandem/primitives";
import type { BlockEnv, BlockExecution } from "@tandem/state";
import { blockSizeReached } from "../import/block-size.js";
import type { Pool } from "../pool/pool.js";

/** A transaction that could not be executed, and why, in geth's words. */
export interface Refusal {
  readonly transaction: SignedTransaction;
  readonly reason: string;
}

/** Applies transactions to a block. @returns those that were tried and are not in it. */
export type TransactionSelector = (
  execution: BlockExecution,
  env: BlockEnv,
) => Promise<readonly Refusal[]>;

/** Just these, in order. */
export const selectListed =
  (transactions: readonly SignedTransaction[]): TransactionSelector =>
  async (execution) => {
    const refused: Refusal[] = [];
    for (const transaction of transactions) {
      const reason = await execution.apply(transaction);
      if (reason !== undefined) refused.push({ transaction, reason });
    }
    return refused;
  };

/**
 * What the pool has ready, as much as fits, the best price first.
 * @param state accounts the block begins with.
 * @param dropsRefused whether one that is refused leaves the pool: on the head it never mends, on
 *   another branch its sender may only lack the nonce or the funds it has on the head.
 * @param millisecondsMax after which no more are taken in; one always is.
 */
export const selectFromPool =
  (
    pool: Pool,
    state: StateReader,
    dropsRefused: boolean,
    millisecondsMax = Number.POSITIVE_INFINITY,
  ): TransactionSelector =>
  async (execution, { minimumGasPrice }) => {
    const refused: Refusal[] = [];
    const ready = pool.ready(state, minimumGasPrice);
    const until = performance.now() + millisecondsMax;
    const isOver = () => execution.gasUsed > 0n && performance.now() >= until;
    for (let tx = ready.next(); tx !== undefined && !isOver(); tx = ready.next()) {
      const reason = await applyOrDrop(execution, tx, pool);
      if (reason === undefined) continue;
      refused.push({ transaction: tx, reason });
      ready.skipSender();
      // It may fit the next block; anything else wrong with it will not mend itself.
      if (dropsRefused && !isFull(reason)) pool.remove([tx]);
    }
    return refused;
  };

const isFull = (reason: string) =>
  reason.startsWith("gas limit reached") || reason === blockSizeReached;

/** One whose execution fails in a way nobody foresaw must not fail every block after this one. */
async function applyOrDrop(execution: BlockExecution, tx: SignedTransaction, pool: Pool) {
  try {
    return await execution.apply(tx);
  } catch (error) {
    pool.remove([tx]);
    throw error;
  }
}
