/**
 * Keeps rows in memory, in the order of their keys: a B+ tree of strings with a character for each
 * byte of a key, which takes a fraction of the time and of the garbage of a tree whose nodes are never
 * changed. It has the part of LevelDB's interface that the store uses.
 */
import { fromKey, toKey } from "@tandem/primitives";
import { isSliceOver, nextSlice, SerialQueue } from "@tandem/runtime";
import btree from "sorted-btree";
import { storeLimits } from "../limits.js";
import type { KeyRange, Row, Rows } from "../read-ranges.js";

type Tree = InstanceType<typeof btree.default<string, Uint8Array>>;

/** The rows of a moment. Writes copy the nodes of the tree that they share with it. */
export interface MemorySnapshot {
  readonly tree: Tree;
  close(): Promise<void>;
}

interface At {
  readonly snapshot?: MemorySnapshot | undefined;
}

interface Bounds extends KeyRange, At {
  readonly limit?: number;
}

/** Compares by bytes: each character is one. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export class MemoryDatabase {
  /** Is replaced by each large batch. */
  #tree: Tree = new btree.default<string, Uint8Array>(undefined, compare);
  readonly #writes = new SerialQueue();
  #isOpen = true;

  async open(): Promise<void> {}

  async close(): Promise<void> {
    await this.#writes.idle();
    this.#isOpen = false;
    this.#tree.clear();
  }

  getSync(key: Uint8Array, { snapshot }: At = {}): Uint8Array | undefined {
    return this.#at(snapshot).get(toKey(key));
  }

  /** Collects operations, which `write` applies all at once. */
  batch(): MemoryBatch {
    return new MemoryBatch((operations) => this.#write(operations));
  }

  snapshot(): MemorySnapshot {
    return { tree: this.#tree.clone(), close: async () => {} };
  }

  keys(bounds: Bounds): { all(): Promise<Uint8Array[]> } {
    return { all: async () => this.#rangeOf(bounds).map(([key]) => fromKey(key)) };
  }

  iterator(bounds: Bounds): Rows & { all(): Promise<Row[]> } {
    const rows = new MemoryRows(bounds, () => this.#at(bounds.snapshot).clone());
    return Object.assign(rows, { all: async () => this.#rangeOf(bounds).map(rowOf) });
  }

  /** Returns the keys of a table, as `abstract-level` forms them. */
  sublevel(name: string): { prefixKey(key: Uint8Array): Uint8Array } {
    return { prefixKey: (key) => Buffer.concat([Buffer.from(`!${name}!`), key]) };
  }

  async #write(operations: readonly Operation[]): Promise<void> {
    const isLarge = operations.length > storeLimits.memoryOperationsAtOnce;
    if (!isLarge && !this.#writes.isBusy()) {
      for (const operation of operations) apply(this.#tree, operation);
      return;
    }
    await this.#writes.run(async () => {
      const tree = this.#tree.clone();
      for (const operation of operations) {
        apply(tree, operation);
        if (isSliceOver()) await nextSlice();
      }
      this.#tree = tree;
    });
  }

  /** @throws when the database is closed. */
  #at(snapshot: MemorySnapshot | undefined): Tree {
    if (!this.#isOpen) throw new Error("the database is closed");
    return snapshot === undefined ? this.#tree : snapshot.tree;
  }

  #rangeOf({ gte, lte, limit, snapshot }: Bounds): [string, Uint8Array][] {
    return range(this.#at(snapshot), toKey(gte), toKey(lte), limit);
  }
}

/** A row to write, or to delete. */
type Operation = readonly [key: string, value: Uint8Array | undefined];

function apply(tree: Tree, [key, value]: Operation): void {
  if (value === undefined) tree.delete(key);
  else tree.set(key, value);
}

class MemoryBatch {
  readonly #write: (operations: readonly Operation[]) => Promise<void>;
  readonly #operations: Operation[] = [];

  /** @param write applies operations all at once. */
  constructor(write: (operations: readonly Operation[]) => Promise<void>) {
    this.#write = write;
  }

  put(key: Uint8Array, value: Uint8Array): void {
    // The value may share its memory with others, which are dropped.
    this.#operations.push([toKey(key), value.slice()]);
  }

  del(key: Uint8Array): void {
    this.#operations.push([toKey(key), undefined]);
  }

  write(): Promise<void> {
    return this.#write(this.#operations);
  }
}

/** Reads rows of the moment of the first read. */
class MemoryRows implements Rows {
  readonly #last: string;
  readonly #open: () => Tree;
  #next: string;
  #tree: Tree | undefined;

  constructor({ gte, lte }: KeyRange, open: () => Tree) {
    this.#next = toKey(gte);
    this.#last = toKey(lte);
    this.#open = open;
  }

  seek(key: Uint8Array): void {
    this.#next = toKey(key);
  }

  async nextv(many: number): Promise<Row[]> {
    this.#tree ??= this.#open();
    const found = range(this.#tree, this.#next, this.#last, many);
    const last = found.at(-1);
    // The next read begins at the lowest key above it.
    if (last !== undefined) this.#next = `${last[0]}\0`;
    return found.map(rowOf);
  }

  async close(): Promise<void> {}
}

/** Returns the rows between two keys, both included, at most `limit`. */
function range(tree: Tree, from: string, to: string, limit = Number.MAX_SAFE_INTEGER) {
  const found = tree.getRange(from, to, true, limit);
  // The tree returns one more.
  return found.length > limit ? found.slice(0, limit) : found;
}

const rowOf = ([key, value]: [string, Uint8Array]): Row => [fromKey(key), value];
