/** Waits for the block of a transaction, with automatic mining. */
import { Fault, type HeadMoved, type SignedTransaction } from "@tandem/primitives";
import { chainLimits } from "../limits.js";
import type { Pool } from "../pool/pool.js";
import type { Miner } from "./miner.js";

/** Resolves when a block with the transaction is canonical, or after a timeout. */
function awaitInclusion(
  transaction: SignedTransaction,
  listen: (listener: (event: HeadMoved) => void) => () => void,
): { readonly happened: Promise<undefined>; readonly forget: () => void } {
  let forget = () => {};
  const happened = new Promise<undefined>((resolve) => {
    const timer = setTimeout(resolve, chainLimits.inclusionWaitMs, undefined);
    const stop = listen(({ added }) => {
      if (added.some((block) => block.transactions.includes(transaction))) {
        resolve(undefined);
      }
    });
    forget = () => {
      clearTimeout(timer);
      stop();
    };
  });
  return { happened, forget };
}

export interface Inclusion {
  readonly pool: Pick<Pool, "get" | "remove">;
  readonly miner: Pick<Miner, "wake">;
  readonly listen: (listener: (event: HeadMoved) => void) => () => void;
}

/**
 * Waits until a transaction of the pool is mined, dropped, found not to fit, or its block fails and
 * is tried again later.
 * @throws {Fault} `no-space` if its block could not be written. Then it is removed from the pool,
 * which is only in memory: its sender must not consider it sent.
 * @throws the error of its execution if it was dropped for it.
 */
export async function mineSubmitted(
  { pool, miner, listen }: Inclusion,
  transaction: SignedTransaction,
): Promise<void> {
  const inclusion = awaitInclusion(transaction, listen);
  const mined = Promise.race([inclusion.happened, miner.wake()]);
  const error = await mined.finally(inclusion.forget);
  if (error === undefined) return;
  const isFull = error instanceof Fault && error.data.code === "no-space";
  if (!isFull && pool.get(transaction.hash) !== undefined) return;
  pool.remove([transaction]);
  throw error;
}
