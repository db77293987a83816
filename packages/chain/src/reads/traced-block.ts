/** The traces of a block, each decoded once on demand: repeated reads return the same object. */
import {
  type BlockHash,
  keccak256,
  type LocatedTrace,
  locateRawTransactions,
  openTracesSteps,
  type StoredTraces,
} from "@tandem/primitives";
import { chainLimits } from "../limits.js";

export interface TracedBlock {
  /** Estimated bytes of memory once all traces were read and serialized. */
  readonly weight: number;
  /** Whether the traces of every transaction were stored. */
  readonly isComplete: boolean;
  /** Decodes all traces in steps; undefined if they were decoded, or are few. */
  decodeSteps(): Generator<void, void> | undefined;
  /** Returns all traces, in transaction order. */
  all(): readonly LocatedTrace[];
  /**
   * Returns a transaction's traces in the order in which they began; empty if there is no such
   * transaction or they were not stored.
   */
  ofTransaction(index: number): readonly LocatedTrace[];
  /** Returns traces by position. @param positions in the block, ascending. */
  at(positions: readonly number[]): LocatedTrace[];
}

/**
 * Memory of a trace's objects and of the names and punctuation in its text, and of a stored byte
 * with its digits.
 */
const traceBytes = 2_500;
const storedByteBytes = 3;
/**
 * The characters of an index of a trace's address, in the text of the trace and in that of the
 * block.
 */
const indexBytes = 5;

export interface StoredBlockTraces {
  readonly hash: BlockHash;
  readonly height: number;
  /** The traces as they are stored. */
  readonly traces: Uint8Array;
  readonly body: Uint8Array;
}

/** Opens the traces of a block in steps. */
export function* openTracedBlockSteps(stored: StoredBlockTraces): Generator<void, TracedBlock> {
  return new LazyTraces(stored, yield* openTracesSteps(stored.traces));
}

class LazyTraces implements TracedBlock {
  readonly weight: number;
  readonly isComplete: boolean;
  readonly #block: StoredBlockTraces;
  readonly #opened: StoredTraces;
  readonly #count: number;
  readonly #rawOf: (transaction: number) => Uint8Array | undefined;
  readonly #located: LocatedTrace[] = [];
  readonly #transactionHashes: Uint8Array[] = [];
  readonly #lists: (readonly LocatedTrace[])[] = [];
  #whole: readonly LocatedTrace[] | undefined;

  constructor(block: StoredBlockTraces, opened: StoredTraces) {
    this.#block = block;
    this.#opened = opened;
    this.#count = opened.firsts.at(-1) ?? 0;
    // Every transaction has at least its outermost call, unless its traces were too many to store.
    this.isComplete = opened.firsts.every((first, i, { [i + 1]: next }) => first !== next);
    this.#rawOf = locateRawTransactions(block.body);
    this.weight =
      this.#count * traceBytes +
      opened.indexes * indexBytes +
      (block.traces.length + block.body.length) * storedByteBytes;
  }

  decodeSteps(): Generator<void, void> | undefined {
    const isDecodedAtOnce = this.#block.traces.length <= chainLimits.traceBytesAtOnce;
    return isDecodedAtOnce || this.#whole !== undefined ? undefined : this.#decodeSteps();
  }

  all(): readonly LocatedTrace[] {
    const { firsts } = this.#opened;
    this.#whole ??= firsts.slice(1).flatMap((_, index) => this.ofTransaction(index));
    return this.#whole;
  }

  ofTransaction(index: number): readonly LocatedTrace[] {
    const { firsts } = this.#opened;
    const first = firsts[index] ?? this.#count;
    const end = firsts[index + 1] ?? this.#count;
    this.#lists[index] ??=
      this.#whole?.slice(first, end) ??
      Array.from({ length: end - first }, (_, i) => this.#locate(index, first + i));
    return this.#lists[index] as readonly LocatedTrace[];
  }

  at(positions: readonly number[]): LocatedTrace[] {
    const { firsts } = this.#opened;
    let transaction = 0;
    return positions.flatMap((position) => {
      if (position >= this.#count) return [];
      while ((firsts[transaction + 1] ?? this.#count) <= position) transaction++;
      return [this.#locate(transaction, position)];
    });
  }

  *#decodeSteps(): Generator<void, void> {
    const { firsts } = this.#opened;
    const all: LocatedTrace[] = [];
    let transaction = 0;
    for (let position = 0; position < this.#count; position++) {
      while ((firsts[transaction + 1] ?? this.#count) <= position) transaction++;
      all.push(this.#locate(transaction, position));
      yield;
    }
    this.#whole ??= all;
  }

  #locate(transactionPosition: number, position: number): LocatedTrace {
    const known = this.#located[position];
    if (known !== undefined) return known;
    const hashes = this.#transactionHashes;
    hashes[transactionPosition] ??= keccak256(this.#rawOf(transactionPosition) as Uint8Array);
    const made = {
      trace: this.#opened.trace(position),
      blockHash: this.#block.hash,
      blockNumber: this.#block.height,
      transactionHash: hashes[transactionPosition] as Uint8Array,
      transactionPosition,
    };
    this.#located[position] = made;
    return made;
  }
}
