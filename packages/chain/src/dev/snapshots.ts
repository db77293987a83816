/** Snapshots by number. A number is used twice only after a reset, and snapshots survive a restart. */
import type { BlockHash, ChainSpec } from "@tandem/primitives";
import { isSliceOver, nextSlice, runYielding } from "@tandem/runtime";
import { type Batch, type Store, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import {
  decodeSnapshotSteps,
  encodeSnapshotSteps,
  type SnapshotRecord,
  snapshotHead,
} from "./snapshot-record.js";

export interface Snapshots {
  /**
   * Writes a snapshot and deletes the oldest ones beyond the limits. `number` is its own, from 1.
   */
  add(batch: Batch, record: SnapshotRecord): Promise<Settled & { readonly number: number }>;
  /** Returns their numbers, ascending, each with the hash of the block it reverts to. */
  list(): { readonly number: number; readonly head: BlockHash }[];
  /**
   * Returns a snapshot, or undefined for a number that is not known. @param height of the block
   * after the head.
   */
  read(number: number, height: number): Promise<SnapshotRecord | undefined>;
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

type SnapshotLimits = Readonly<Record<"snapshotsMax" | "snapshotsBytesMax", number>>;

/** A stored snapshot, without what it restores. */
interface Stored {
  /** The bytes of its row. */
  readonly bytes: number;
  readonly head: BlockHash;
}

const storedOf = (row: Uint8Array): Stored => ({ bytes: row.length, head: snapshotHead(row) });

/**
 * Opens the snapshots of a chain. Their numbers follow the order of the batches, which the writer's
 * queue ensures.
 */
export async function openSnapshots(
  store: Store,
  spec: ChainSpec,
  limits: SnapshotLimits = chainLimits,
): Promise<Snapshots> {
  const range = { from: 0, to: 2 ** 48 - 1, limit: limits.snapshotsMax + 1 };
  // Row 0 is not a snapshot: it contains the last number used.
  const counter = store.get(table.snapshots, 0);
  let last = counter === undefined ? 0 : Number(Buffer.from(counter).toString());
  const kept = new Map<number, Stored>();
  let keptBytes = 0;
  const keep = (number: number, stored: Stored) => {
    kept.set(number, stored);
    keptBytes += stored.bytes;
  };
  const forget = (numbers: readonly number[]) => {
    for (const number of numbers) {
      keptBytes -= kept.get(number)?.bytes ?? 0;
      kept.delete(number);
    }
  };
  for (const number of await store.keys(table.snapshots, range)) {
    const row = number === 0 ? undefined : store.get(table.snapshots, number);
    if (row !== undefined) keep(number, storedOf(row));
    if (isSliceOver()) await nextSlice();
  }
  return {
    async add(batch, record) {
      const number = last + 1;
      const row = await runYielding(encodeSnapshotSteps(record));
      batch.put(table.snapshots, number, row);
      batch.put(table.snapshots, 0, new Uint8Array(Buffer.from(`${number}`)));
      const oldest = surplusOf(kept, keptBytes + row.length, limits);
      for (const one of oldest) batch.delete(table.snapshots, one);
      const settle = () => {
        last = number;
        forget(oldest);
        keep(number, storedOf(row));
      };
      return { number, settle };
    },
    list: () => [...kept].map(([number, { head }]) => ({ number, head })),
    async read(number, height) {
      const bytes = kept.has(number) ? store.get(table.snapshots, number) : undefined;
      return bytes && runYielding(decodeSnapshotSteps(bytes, spec, height));
    },
    forgetFrom(batch, number) {
      const later = [...kept.keys()].filter((one) => one >= number);
      for (const one of later) batch.delete(table.snapshots, one);
      if (number === 0) batch.delete(table.snapshots, 0);
      const settle = () => {
        forget(later);
        if (number === 0) last = 0;
      };
      return { settle };
    },
  };
}

/**
 * Returns the oldest snapshots that are deleted when one is added.
 * @param bytes of all of them with the new one.
 */
function surplusOf(
  kept: ReadonlyMap<number, Stored>,
  bytes: number,
  { snapshotsMax, snapshotsBytesMax }: SnapshotLimits,
): number[] {
  const surplus: number[] = [];
  let [countLeft, bytesLeft] = [kept.size + 1, bytes];
  for (const [number, stored] of kept) {
    if (countLeft <= snapshotsMax && bytesLeft <= snapshotsBytesMax) break;
    surplus.push(number);
    countLeft--;
    bytesLeft -= stored.bytes;
  }
  return surplus;
}
