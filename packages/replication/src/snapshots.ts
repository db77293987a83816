/** Declares the store of snapshots: what a node has applied up to a place in the log, for new nodes. */
import type { Position } from "./position.js";

/** Names a snapshot: the place in the log up to which it has everything, and the layout of its data. */
export interface SnapshotName extends Position {
  readonly layout: string;
}

/** Snapshots that all nodes of a cluster see. */
export interface Snapshots {
  /** Lists those that are whole, the newest first. */
  list(): Promise<readonly SnapshotName[]>;
  /** Stores a snapshot; it is listed once it is whole. */
  put(name: SnapshotName, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** Yields the bytes of a snapshot. @throws {Error} if it is not there, or if its bytes are damaged. */
  read(name: SnapshotName): AsyncIterable<Uint8Array>;
  remove(name: SnapshotName): Promise<void>;
}

/** Returns the text that tells a snapshot from others. */
export const keyOfSnapshot = ({ identity, sequence, layout }: SnapshotName): string =>
  JSON.stringify([identity, sequence, layout]);

/** Snapshots in memory, for tests and as the model of other implementations. */
export class MemorySnapshots implements Snapshots {
  readonly #kept = new Map<
    string,
    { readonly name: SnapshotName; readonly pieces: Uint8Array[] }
  >();

  async list(): Promise<readonly SnapshotName[]> {
    return [...this.#kept.values()].map(({ name }) => name).reverse();
  }

  async put(name: SnapshotName, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const kept: Uint8Array[] = [];
    for await (const piece of pieces) kept.push(piece);
    this.#kept.delete(keyOfSnapshot(name));
    this.#kept.set(keyOfSnapshot(name), { name, pieces: kept });
  }

  async *read(name: SnapshotName): AsyncIterable<Uint8Array> {
    const found = this.#kept.get(keyOfSnapshot(name));
    if (found === undefined) throw new Error("the snapshot is not there any more");
    yield* found.pieces;
  }

  async remove(name: SnapshotName): Promise<void> {
    this.#kept.delete(keyOfSnapshot(name));
  }
}
