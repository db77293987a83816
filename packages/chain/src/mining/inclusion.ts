/** Waits for the block of a transaction, with automatic mining. */
import type { HeadMoved, SignedTransaction } from "@tandem/primitives";
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
  readonly pool: Pool;
  readonly miner: Pick<Miner, "wake">;
  readonly listen: (listener: (event: HeadMoved) => void) => () => void;
}

/**
 * Waits until a transaction of the pool is mined, dropped, or found not to fit.
 * @throws {Fault} `no-space` if its block could not be written. Then it is removed from the pool,
 * which is only in memory: its sender must not consider it sent.
 */
export async function mineSubmitted(
  { pool, miner, listen }: Inclusion,
  transaction: SignedTransaction,
): Promise<void> {
  const inclusion = awaitInclusion(transaction, listen);
  const mined = Promise.race([inclusion.happened, miner.wake()]);
  const fault = await mined.finally(inclusion.forget);
  if (fault?.data.code !== "no-space" || pool.get(transaction.hash) === undefined) return;
  pool.remove([transaction]);
  throw fault;
}
