/** Snapshots by number. A number is used twice only after a reset, and snapshots survive a restart. */
import type { BlockHash, ChainSpec } from "@tandem/primitives";
import { isSliceOver, nextSlice, runYielding } from "@tandem/runtime";
import { type Batch, heightMax, type Store, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import {
  decodeSnapshotFacts,
  decodeSnapshotSteps,
  encodeSnapshotFacts,
  encodeSnapshotSteps,
  type SnapshotFacts,
  type SnapshotRecord,
  snapshotFactsOf,
} from "./snapshot-record.js";

export interface Snapshots {
  /**
   * Writes a snapshot and deletes the oldest ones beyond the limits. `number` is its own, from 1.
   */
  add(batch: Batch, record: SnapshotRecord): Promise<Settled & { readonly number: number }>;
  /** Returns their numbers, ascending, each with the hash of the block it reverts to. */
  list(): { readonly number: number; readonly head: BlockHash }[];
  /** Returns the hash of the block that a snapshot reverts to; undefined for a number that is not known. */
  headOf(number: number): BlockHash | undefined;
  /**
   * Returns a snapshot, or undefined for a number that is not known. @param height of the block
   * after the one that it reverts to.
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

/** Returns what is known of a stored snapshot. Versions up to layout 10 wrote its row only. */
function readFacts(store: Store, number: number): SnapshotFacts | undefined {
  const facts = store.get(table.snapshotFacts, number);
  if (facts !== undefined) return decodeSnapshotFacts(facts);
  const row = store.get(table.snapshots, number);
  return row && snapshotFactsOf(row);
}

function remove(batch: Batch, numbers: readonly number[]): void {
  for (const number of numbers) {
    batch.delete(table.snapshots, number);
    batch.delete(table.snapshotFacts, number);
  }
}

/**
 * Opens the snapshots of a chain. Their numbers follow the order of the batches, which the writer's
 * queue ensures.
 */
export async function openSnapshots(
  store: Store,
  spec: ChainSpec,
  limits: SnapshotLimits = chainLimits,
): Promise<Snapshots> {
  const range = { from: 0, to: heightMax, limit: limits.snapshotsMax + 1 };
  // Row 0 is not a snapshot: it contains the last number used.
  const counter = store.get(table.snapshots, 0);
  let last = counter === undefined ? 0 : Number(Buffer.from(counter).toString());
  const kept = new Map<number, SnapshotFacts>();
  let keptBytes = 0;
  const keep = (number: number, stored: SnapshotFacts) => {
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
    const facts = number === 0 ? undefined : readFacts(store, number);
    if (facts !== undefined) keep(number, facts);
    if (isSliceOver()) await nextSlice();
  }
  return {
    async add(batch, record) {
      const number = last + 1;
      const row = await runYielding(encodeSnapshotSteps(record));
      const facts = snapshotFactsOf(row);
      batch.put(table.snapshots, number, row);
      batch.put(table.snapshotFacts, number, encodeSnapshotFacts(facts));
      batch.put(table.snapshots, 0, new Uint8Array(Buffer.from(`${number}`)));
      const oldest = surplusOf(kept, keptBytes + row.length, limits);
      remove(batch, oldest);
      const settle = () => {
        last = number;
        forget(oldest);
        keep(number, facts);
      };
      return { number, settle };
    },
    list: () => [...kept].map(([number, { head }]) => ({ number, head })),
    headOf: (number) => kept.get(number)?.head,
    async read(number, height) {
      const bytes = kept.has(number) ? store.get(table.snapshots, number) : undefined;
      return bytes && runYielding(decodeSnapshotSteps(bytes, spec, height));
    },
    forgetFrom(batch, number) {
      const later = [...kept.keys()].filter((one) => one >= number);
      remove(batch, later);
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
  kept: ReadonlyMap<number, SnapshotFacts>,
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
