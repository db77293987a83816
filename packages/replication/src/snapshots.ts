/**
 * Declares the store of snapshots for new nodes: the data that a node has applied up to a position
 * in the log.
 */
import type { Position } from "./position.js";

/** Identifies a snapshot: the position of the last record in it, and the layout of its data. */
export interface SnapshotName extends Position {
  readonly layout: string;
}

/** Reads the name of a snapshot as JSON. @returns undefined for any other text. */
export function readSnapshotName(text: string | undefined): SnapshotName | undefined {
  let name: unknown;
  try {
    name = JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
  if (typeof name !== "object" || name === null) return undefined;
  const { identity, sequence, id, layout } = name as Partial<SnapshotName>;
  const areTexts = [identity, id, layout].every((each) => typeof each === "string");
  return areTexts && Number.isSafeInteger(sequence) ? (name as SnapshotName) : undefined;
}

/** Snapshots that all nodes of a cluster share. */
export interface Snapshots {
  /** Lists the complete ones, newest first. Anything else in the store is passed over. */
  list(): Promise<readonly SnapshotName[]>;
  /** Stores a snapshot, which is listed once it is complete. */
  put(name: SnapshotName, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Yields the bytes of a snapshot. @throws {Error} if it does not exist, or if its bytes are
   * damaged.
   */
  read(name: SnapshotName): AsyncIterable<Uint8Array>;
  remove(name: SnapshotName): Promise<void>;
  /**
   * Removes what interrupted nodes have stored of snapshots that they did not complete. Must not run
   * while another node stores one.
   */
  removeIncomplete(): Promise<void>;
}

/** Returns the key of a snapshot. */
export const keyOfSnapshot = ({ identity, sequence, layout }: SnapshotName): string =>
  JSON.stringify([identity, sequence, layout]);

/** Stores snapshots in memory, for tests and as the model of other implementations. */
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
    if (found === undefined) throw new Error("the snapshot does not exist any more");
    yield* found.pieces;
  }

  async remove(name: SnapshotName): Promise<void> {
    this.#kept.delete(keyOfSnapshot(name));
  }

  /** Does nothing, since a snapshot is kept once it is complete. */
  async removeIncomplete(): Promise<void> {}
}
