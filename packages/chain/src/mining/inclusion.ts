/** Waiting for the block of a transaction, where blocks are made at once. */
import type { HeadMoved, SignedTransaction } from "@tandem/primitives";
import { chainLimits } from "../limits.js";
import type { Pool } from "../pool/pool.js";
import type { Miner } from "./miner.js";

/** Resolves when a block with the transaction is canonical, or after a while without one. */
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
 * Waits until a transaction of the pool is mined, dropped, or seen not to fit.
 * @throws {Fault} `no-space` where its block could not be written. Then it leaves the pool, which is in
 * memory alone: its sender must not take it for sent.
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
