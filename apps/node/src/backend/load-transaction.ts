/** Prepares the answers to questions about a transaction. */
import type { Chain } from "@tandem/chain";
import type { TxHash } from "@tandem/primitives";

/**
 * Reads the block of a transaction in time slices, and waits for one that a reorg is returning to the pool.
 * @returns undefined if there is nothing to wait for.
 */
export function loadTransaction(chain: Chain, hash: TxHash): Promise<void> | undefined {
  const loading = chain.blocks.prepareLocated(hash);
  // A reorg may begin meanwhile.
  return loading === undefined
    ? untilKnown(chain, hash)
    : loading.then(() => untilKnown(chain, hash));
}

/** Returns undefined if the transaction is known, or no write is under way after which it may be. */
function untilKnown(chain: Chain, hash: TxHash): Promise<void> | undefined {
  const written = chain.written();
  if (written === undefined || chain.pool.get(hash) !== undefined) return undefined;
  if (chain.blocks.location(hash) !== undefined) return undefined;
  return written.then(() => chain.blocks.prepareLocated(hash));
}
