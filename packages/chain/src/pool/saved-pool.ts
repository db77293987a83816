/** Stores pending transactions: in a snapshot, and from the stop of a node to its next start. */
import { RLP } from "@ethereumjs/rlp";
import {
  type ChainSpec,
  commonAt,
  Fault,
  restoreTransaction,
  type SignedTransaction,
} from "@tandem/primitives";
import { type Cancellation, runYielding, throwIfCancelled } from "@tandem/runtime";
import { type Store, table } from "@tandem/store";
import type { Pool } from "./pool.js";

/**
 * The form on disk: `[raw transactions, their senders]`. Senders are recovered once, and
 * impersonated ones cannot be.
 */
export type PoolItems = [Uint8Array[], Uint8Array[]];

export const poolItems = (transactions: readonly SignedTransaction[]): PoolItems => [
  transactions.map(({ raw }) => raw),
  transactions.map(({ sender }) => sender),
];

/** Restores transactions in steps. @param height of the block in which they would be. */
export function* fromPoolItemsSteps(
  [raws, senders]: PoolItems,
  spec: ChainSpec,
  height: number,
): Generator<void, SignedTransaction[]> {
  const common = commonAt(spec, height);
  const restored: SignedTransaction[] = [];
  for (const [i, raw] of raws.entries()) {
    restored.push(restoreTransaction(raw, senders[i] as Uint8Array, common));
    yield;
  }
  return restored;
}

/** Saves the pool unless it is empty. @throws {Fault} `no-space` */
export async function savePool(store: Store, pool: Pool): Promise<void> {
  if (pool.size === 0) return;
  const batch = store.batch();
  batch.put(table.pool, "only", RLP.encode(poolItems(pool.all())));
  await batch.commit();
}

export interface SavedPoolOptions {
  readonly spec: ChainSpec;
  /** The height of the block in which the transactions would be. */
  readonly height: number;
  /** Ends the work with an AbortError when it is cancelled; then the pool remains saved. */
  readonly cancellation?: Cancellation | undefined;
}

/**
 * Reads the saved pool, and deletes it from the database once its transactions are in the pool.
 * They are saved again at the next stop. On a full disk they remain and are read again at the next
 * start.
 * @param refill puts the transactions into the pool.
 */
export async function takeSavedPool(
  store: Store,
  { spec, height, cancellation }: SavedPoolOptions,
  refill: (transactions: readonly SignedTransaction[]) => Promise<void>,
): Promise<void> {
  const saved = store.get(table.pool, "only");
  if (saved === undefined) return;
  if (cancellation !== undefined) throwIfCancelled(cancellation);
  const items = RLP.decode(saved) as unknown as PoolItems;
  await refill(await runYielding(fromPoolItemsSteps(items, spec, height), cancellation));
  const batch = store.batch();
  batch.delete(table.pool, "only");
  await batch.commit().catch((error) => {
    if (!(error instanceof Fault)) throw error;
  });
}
