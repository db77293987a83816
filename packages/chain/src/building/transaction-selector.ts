/** Selects the transactions of a block: ready ones of the pool, or a list. */
import { Fault, type SignedTransaction, type StateReader } from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import type { BlockEnv, BlockExecution, BlockRefusal } from "@tandem/state";
import { chainLimits } from "../limits.js";
import type { Pool } from "../pool/pool.js";

/** A transaction that cannot be included in the block, and the reason. */
export interface RefusedTransaction {
  readonly transaction: SignedTransaction;
  readonly refusal: BlockRefusal;
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
 * The transactions that are removed from the pool when they cannot be included.
 * - none: for the pending block, since a read changes nothing.
 * - defective: those whose execution fails unexpectedly. On a branch beside the canonical chain, a
 *   sender may only lack the nonce or the funds that it has on the head.
 * - invalid: those too that no later block on the head can include.
 */
export type DroppedTransactions = "none" | "defective" | "invalid";

/**
 * Selects ready transactions of the pool, as many as fit, the best price first.
 * @param state accounts on which the block is executed.
 * @param millisecondsMax after which no more are added; one always is.
 */
export const selectFromPool =
  (
    pool: Pool,
    state: StateReader,
    drops: DroppedTransactions,
    millisecondsMax = Number.POSITIVE_INFINITY,
  ): TransactionSelector =>
  async (execution, { minimumGasPrice, gasLimit }) => {
    const refused: RefusedTransaction[] = [];
    const ready = await runYielding(pool.ready(state, minimumGasPrice));
    const until = performance.now() + millisecondsMax;
    const isFull = () => execution.gasUsed + chainLimits.transactionGasMin > gasLimit;
    const isOver = () => execution.gasUsed > 0n && (isFull() || performance.now() >= until);
    for (let tx = ready.next(); tx !== undefined && !isOver(); tx = ready.next()) {
      const refusal = await applyOrDrop(execution, tx, pool, drops);
      if (refusal === undefined) continue;
      refused.push({ transaction: tx, refusal });
      ready.skipSender();
      if (drops === "invalid" && !isTemporary(refusal)) pool.remove([tx]);
    }
    return refused;
  };

/** Returns whether a later block on the same head may include the transaction. */
const isTemporary = ({ kind }: BlockRefusal) =>
  kind === "block-gas" ||
  kind === "block-size" ||
  // The minimum gas price moves towards its target, and a requested one applies to one block.
  kind === "fee-too-low";

/**
 * Applies a transaction. One whose execution fails unexpectedly is dropped, so that it does not
 * fail every block. A fault has an external cause, such as another node that does not answer, and
 * the transaction waits for its end.
 */
async function applyOrDrop(
  execution: BlockExecution,
  tx: SignedTransaction,
  pool: Pool,
  drops: DroppedTransactions,
) {
  try {
    return await execution.apply(tx);
  } catch (error) {
    if (drops !== "none" && !(error instanceof Fault)) pool.remove([tx]);
    throw error;
  }
}
