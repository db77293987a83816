/** Selects the transactions of a block: ready ones of the pool, or a list. */
import type { SignedTransaction, StateReader } from "@tandem/primitives";
import type { BlockEnv, BlockExecution, Refusal } from "@tandem/state";
import type { Pool } from "../pool/pool.js";

/** A transaction that cannot be included in the block, and the reason. */
export interface RefusedTransaction {
  readonly transaction: SignedTransaction;
  readonly refusal: Refusal;
}

/** Applies transactions to a block. @returns the attempted ones that were refused. */
export type TransactionSelector = (
  execution: BlockExecution,
  env: BlockEnv,
) => Promise<readonly RefusedTransaction[]>;

/** Selects the given transactions, in order. */
export const selectListed =
  (transactions: readonly SignedTransaction[]): TransactionSelector =>
  async (execution) => {
    const refused: RefusedTransaction[] = [];
    for (const transaction of transactions) {
      const refusal = await execution.apply(transaction);
      if (refusal !== undefined) refused.push({ transaction, refusal });
    }
    return refused;
  };

/**
 * Selects ready transactions of the pool, as many as fit, the best price first.
 * @param state accounts on which the block is executed.
 * @param dropsRefused whether a refused one is removed from the pool: on the head it stays invalid,
 * on
 *   another branch its sender may only lack the nonce or the funds it has on the head.
 * @param millisecondsMax after which no more are added; one always is.
 */
export const selectFromPool =
  (
    pool: Pool,
    state: StateReader,
    dropsRefused: boolean,
    millisecondsMax = Number.POSITIVE_INFINITY,
  ): TransactionSelector =>
  async (execution, { minimumGasPrice }) => {
    const refused: RefusedTransaction[] = [];
    const ready = pool.ready(state, minimumGasPrice);
    const until = performance.now() + millisecondsMax;
    const isOver = () => execution.gasUsed > 0n && performance.now() >= until;
    for (let tx = ready.next(); tx !== undefined && !isOver(); tx = ready.next()) {
      const refusal = await applyOrDrop(execution, tx, pool);
      if (refusal === undefined) continue;
      refused.push({ transaction: tx, refusal });
      ready.skipSender();
      // It may fit the next block; every other refusal is permanent.
      if (dropsRefused && !isFull(refusal)) pool.remove([tx]);
    }
    return refused;
  };

const isFull = ({ kind }: Refusal) => kind === "block-gas" || kind === "block-size";

/**
 * Applies a transaction, or drops it when its execution fails unexpectedly, so that it does not
 * fail every block.
 */
async function applyOrDrop(execution: BlockExecution, tx: SignedTransaction, pool: Pool) {
  try {
    return await execution.apply(tx);
  } catch (error) {
    pool.remove([tx]);
    throw error;
  }
}
