/** Snapshots by number. A number is used twice only after a reset, and snapshots survive a restart. */
import type { BlockHash, ChainSpec } from "@tandem/primitives";
import { type Batch, type Store, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import {
  decodeSnapshot,
  encodeSnapshot,
  type SnapshotRecord,
  snapshotHead,
} from "./snapshot-record.js";

export interface Snapshots {
  /**
   * Writes a snapshot and deletes the oldest ones beyond the limit. `number` is its own, from 1.
   */
  add(batch: Batch, record: SnapshotRecord): Settled & { readonly number: number };
  /** Returns their numbers, ascending, each with the hash of the block it reverts to. */
  list(): { readonly number: number; readonly head: BlockHash }[];
  /**
   * Returns a snapshot, or undefined for a number that is not known. @param height of the block
   * after the head.
   */
  read(number: number, height: number): SnapshotRecord | undefined;
  /**
   * Deletes this snapshot and all that were taken after it. With 0, which is no snapshot's number,
   * numbers begin again at 1.
   */
  forgetFrom(batch: Batch, number: number): Settled;
}

export interface Settled {
  /** Applies the change in memory. Must be called once the batch is written. */
  settle(): void;
}

/**
 * Opens the snapshots of a chain. Their numbers follow the order of the batches, which the writer's
 * queue ensures.
 */
export async function openSnapshots(store: Store, spec: ChainSpec): Promise<Snapshots> {
  const range = { from: 0, to: 2 ** 48 - 1, limit: chainLimits.snapshotsMax + 1 };
  const numbers = await store.keys(table.snapshots, range);
  // Row 0 is not a snapshot: it contains the last number used.
  const counter = store.get(table.snapshots, 0);
  let last = counter === undefined ? 0 : Number(Buffer.from(counter).toString());
  const kept = new Set(numbers.filter((number) => number > 0));
  return {
    add(batch, record) {
      const number = last + 1;
      batch.put(table.snapshots, number, encodeSnapshot(record));
      batch.put(table.snapshots, 0, new Uint8Array(Buffer.from(`${number}`)));
      const oldest = [...kept].slice(0, Math.max(0, kept.size + 1 - chainLimits.snapshotsMax));
      for (const one of oldest) batch.delete(table.snapshots, one);
      const settle = () => {
        last = number;
        kept.add(number);
        for (const one of oldest) kept.delete(one);
      };
      return { number, settle };
    },
    list: () =>
      [...kept].flatMap((number) => {
        const bytes = store.get(table.snapshots, number);
        return bytes === undefined ? [] : { number, head: snapshotHead(bytes) };
      }),
    read(number, height) {
      const bytes = kept.has(number) ? store.get(table.snapshots, number) : undefined;
      return bytes && decodeSnapshot(bytes, spec, height);
    },
    forgetFrom(batch, number) {
      const later = [...kept].filter((one) => one >= number);
      for (const one of later) batch.delete(table.snapshots, one);
      if (number === 0) batch.delete(table.snapshots, 0);
      const settle = () => {
        for (const one of later) kept.delete(one);
        if (number === 0) last = 0;
      };
      return { settle };
    },
  };
}
