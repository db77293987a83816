/**
 * Finds the parts of a serialized transaction without decoding them: four megabytes of a stranger
 * may have millions of empty outputs or witness items, and decoding those takes seconds.
 */
import { compactSizeMax } from "./field-writer.js";

export interface ScannedTransaction {
  /** The form without witnesses, of which the id is the hash; it may be a view of the bytes. */
  readonly plain: Uint8Array;
  /** The index after the transaction. */
  readonly end: number;
}

/** Parts that are passed between two steps: less than a millisecond. */
const partsInStep = 8192;

const versionBytes = 4;
const outpointBytes = 36;
const sequenceBytes = 4;
const valueBytes = 8;
const lockTimeBytes = 4;

/** Each method throws {RangeError} at the end of the bytes. */
class Cursor {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  skip(count: number): void {
    this.at += count;
    if (this.at > this.#bytes.length) throw new RangeError("the bytes end within a transaction");
  }

  byte(): number {
    this.skip(1);
    return this.#bytes[this.at - 1] as number;
  }

  /** Reads a count or length. @throws {RangeError} also for one that has a shorter form. */
  compactSize(): number {
    const first = this.byte();
    if (first < 0xfd) return first;
    const width = first === 0xfd ? 2 : first === 0xfe ? 4 : 8;
    let value = 0;
    for (let i = 0; i < width; i++) value += this.byte() * 256 ** i;
    const least = first === 0xfd ? 0xfd : first === 0xfe ? 0x10000 : 0x100000000;
    if (value < least) throw new RangeError(`${value} has a shorter form`);
    if (value > compactSizeMax) throw new RangeError(`${value} is above ${compactSizeMax}`);
    return value;
  }

  script(): void {
    this.skip(this.compactSize());
  }
}

/** Passes a list, in steps. Returns the number of its entries. */
function* passList(cursor: Cursor, pass: () => void): Generator<void, number> {
  const count = cursor.compactSize();
  for (let i = 1; i <= count; i++) {
    pass();
    if (i % partsInStep === 0) yield;
  }
  return count;
}

/**
 * Scans the transaction that begins at an index, with or without witnesses (BIP-144), in steps.
 * @throws {RangeError} if there is none.
 */
export function* scanTransactionSteps(
  bytes: Uint8Array,
  start: number,
): Generator<void, ScannedTransaction> {
  const cursor = new Cursor(bytes, start);
  cursor.skip(versionBytes);
  // No transaction has zero inputs, so a zero here is the marker of witnesses.
  const hasWitnesses = bytes[cursor.at] === 0;
  if (hasWitnesses) {
    cursor.skip(1);
    if (cursor.byte() !== 1) throw new RangeError("unknown transaction form");
  }
  const listsStart = cursor.at;
  const inputs = yield* passList(cursor, () => {
    cursor.skip(outpointBytes);
    cursor.script();
    cursor.skip(sequenceBytes);
  });
  yield* passList(cursor, () => {
    cursor.skip(valueBytes);
    cursor.script();
  });
  const listsEnd = cursor.at;
  for (let i = 1; hasWitnesses && i <= inputs; i++) {
    yield* passList(cursor, () => cursor.script());
    if (i % partsInStep === 0) yield;
  }
  cursor.skip(lockTimeBytes);
  const end = cursor.at;
  if (!hasWitnesses) return { plain: bytes.subarray(start, end), end };
  const parts = [
    bytes.subarray(start, start + versionBytes),
    bytes.subarray(listsStart, listsEnd),
    bytes.subarray(end - lockTimeBytes, end),
  ];
  return { plain: new Uint8Array(Buffer.concat(parts)), end };
}

/**
 * Scans a list of transactions: their number, then each. `each` is called with every one.
 * @param start the index of the number.
 * @returns the index after the list. @throws {RangeError} if it is cut short.
 */
export function* scanTransactionsSteps(
  bytes: Uint8Array,
  start: number,
  each: (transaction: ScannedTransaction) => void,
): Generator<void, number> {
  const cursor = new Cursor(bytes, start);
  for (let left = cursor.compactSize(); left > 0; left--) {
    const transaction = yield* scanTransactionSteps(bytes, cursor.at);
    each(transaction);
    cursor.at = transaction.end;
    yield;
  }
  return cursor.at;
}
