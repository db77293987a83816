/**
 * Stores a log filter compactly: sorted values in one array each, since an object for every address
 * and topic takes seven times the memory. Values are found by binary search.
 */
import { assertAtMost, compare, type Hash32, type Log, type LogFilter } from "@tandem/primitives";
import type { Limits } from "../../limits.js";

/** The measured overhead of a byte array in bytes. */
const arrayBytes = 256;
/** The bytes of the filter itself. */
const filterBytes = 192;

/** A set of values of one length, in ascending order. */
export class PackedSet {
  readonly #bytes: Uint8Array;
  readonly #width: number;

  constructor(values: readonly Uint8Array[], width: number) {
    const sorted = [...values].sort(compare);
    const distinct = sorted.filter(
      (value, i) => i === 0 || compare(value, sorted[i - 1] as Uint8Array) !== 0,
    );
    this.#bytes = new Uint8Array(distinct.length * width);
    this.#width = width;
    for (const [i, value] of distinct.entries()) this.#bytes.set(value, i * width);
  }

  get bytes(): number {
    return arrayBytes + this.#bytes.length;
  }

  has(value: Uint8Array): boolean {
    let low = 0;
    let high = this.#bytes.length / this.#width - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = this.#compareAt(middle, value);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }

  #compareAt(index: number, value: Uint8Array): number {
    const from = index * this.#width;
    for (let i = 0; i < this.#width; i++) {
      const difference = (this.#bytes[from + i] as number) - (value[i] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  values(): Uint8Array[] {
    const count = this.#bytes.length / this.#width;
    return Array.from({ length: count }, (_, i) =>
      this.#bytes.slice(i * this.#width, (i + 1) * this.#width),
    );
  }
}

const addressLength = 20;
const topicLength = 32;

export class PackedFilter {
  /** Is undefined if any address matches. */
  readonly #addresses: PackedSet | undefined;
  /** Is undefined at a position where any topic, or none, matches. */
  readonly #topics: readonly (PackedSet | undefined)[];

  constructor({ addresses, topics }: LogFilter) {
    this.#addresses = addresses.length === 0 ? undefined : new PackedSet(addresses, addressLength);
    this.#topics = topics.map((some) => some && new PackedSet(some, topicLength));
  }

  /** Returns the estimated memory in bytes. */
  get bytes(): number {
    const sets = [this.#addresses, ...this.#topics];
    return sets.reduce((sum, set) => sum + (set?.bytes ?? 0), filterBytes);
  }

  /** Returns whether logs with this address and first topic can match. */
  mayMatch(address: Uint8Array, firstTopic: Uint8Array | undefined): boolean {
    if (this.#addresses !== undefined && !this.#addresses.has(address)) return false;
    return this.#matchesAt(0, firstTopic);
  }

  /** Returns whether a log has a topic at each position, and those after the first match. */
  matchesRest({ topics }: Log): boolean {
    if (topics.length < this.#topics.length) return false;
    for (let i = 1; i < this.#topics.length; i++) {
      if (!this.#matchesAt(i, topics[i])) return false;
    }
    return true;
  }

  #matchesAt(position: number, topic: Uint8Array | undefined): boolean {
    const wanted = this.#topics[position];
    return wanted === undefined || (topic !== undefined && wanted.has(topic));
  }

  /** Returns the original filter without duplicate values. */
  unpack(): LogFilter {
    return {
      addresses: this.#addresses?.values() ?? [],
      topics: this.#topics.map((some) => some?.values()),
    };
  }
}

/** Packs hashes of 32 bytes. */
export const packHashes = (hashes: readonly Hash32[]): PackedSet =>
  new PackedSet(hashes, topicLength);

/**
 * Packs a filter.
 * @throws {Fault} `limit-exceeded` if the filter takes more memory than the limit.
 */
export function packFilter(filter: LogFilter, { filterBytesMax }: Limits): PackedFilter {
  const packed = new PackedFilter(filter);
  assertAtMost("filter-bytes", packed.bytes, filterBytesMax);
  return packed;
}
