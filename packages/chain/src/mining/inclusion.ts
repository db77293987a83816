/** Waits for the block of a transaction, with automatic mining. */
import { Fault, type HeadMoved, type SignedTransaction } from "@tandem/primitives";
import { chainLimits } from "../limits.js";
import type { Pool } from "../pool/pool.js";
import type { Miner } from "./miner.js";

export interface Inclusion {
  readonly pool: Pick<Pool, "get" | "remove">;
  readonly miner: Pick<Miner, "wakeUntilIdle">;
  readonly listen: (listener: (event: HeadMoved) => void) => () => void;
}

/**
 * Resolves when a block with the transaction is canonical, after a timeout, or when the miner is idle.
 * @returns the error for which it is idle, if any.
 */
async function included(
  { miner, listen }: Pick<Inclusion, "miner" | "listen">,
  transaction: SignedTransaction,
): Promise<unknown> {
  const stops: (() => void)[] = [];
  try {
    return await new Promise<unknown>((resolve) => {
      const timer = setTimeout(resolve, chainLimits.inclusionWaitMs, undefined);
      stops.push(() => clearTimeout(timer));
      const check = ({ added }: HeadMoved) => {
        if (added.some((block) => block.transactions.includes(transaction))) resolve(undefined);
      };
      stops.push(listen(check), miner.wakeUntilIdle(resolve));
    });
  } finally {
    for (const stop of stops) stop();
  }
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
  const error = await included({ miner, listen }, transaction);
  if (error === undefined) return;
  const isFull = error instanceof Fault && error.data.code === "no-space";
  if (!isFull && pool.get(transaction.hash) !== undefined) return;
  pool.remove([transaction]);
  throw error;
}
