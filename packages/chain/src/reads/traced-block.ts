/** The traces of a block, decoded when they are asked for, each once: whoever asks gets the same object. */
import { type BlockHash, keccak256, type LocatedTrace, openTraces } from "@tandem/primitives";
import { locateRaws } from "./body.js";

export interface TracedBlock {
  /** Bytes of memory they take when all were asked for and written as text, estimated. */
  readonly weight: number;
  /** Decodes what was not asked for yet, in steps; undefined when that takes no time. */
  decodeSteps(): Generator<void, void> | undefined;
  /** Returns all traces, in transaction order. */
  all(): readonly LocatedTrace[];
  /** In the order they began; empty when there is no such transaction or they were not kept. */
  ofTransaction(index: number): readonly LocatedTrace[];
  /** @param positions in the block, ascending. */
  at(positions: readonly number[]): LocatedTrace[];
}

/** Of a trace its objects and the names and punctuation of its text; a stored byte and its digits. */
const traceBytes = 2_500;
const storedByteBytes = 3;
/** Traces that are decoded without a look at the clock: less than a millisecond. */
const tracesBeforeYield = 64;

interface StoredBlockTraces {
  readonly hash: BlockHash;
  readonly height: number;
  /** As they are on the disk. */
  readonly traces: Uint8Array;
  readonly body: Uint8Array;
}

export function openTracedBlock({ hash, height, ...stored }: StoredBlockTraces): TracedBlock {
  const { firsts, trace } = openTraces(stored.traces);
  const rawOf = locateRaws(stored.body);
  const located: LocatedTrace[] = [];
  const transactionHashes: Uint8Array[] = [];
  const lists: (readonly LocatedTrace[])[] = [];
  let whole: readonly LocatedTrace[] | undefined;
  const count = firsts.at(-1) ?? 0;
  let isDecoded = false;

  function locate(transactionPosition: number, position: number): LocatedTrace {
    const known = located[position];
    if (known !== undefined) return known;
    transactionHashes[transactionPosition] ??= keccak256(rawOf(transactionPosition) as Uint8Array);
    const made = {
      trace: trace(transactionPosition, position),
      blockHash: hash,
      blockNumber: height,
      transactionHash: transactionHashes[transactionPosition] as Uint8Array,
      transactionPosition,
    };
    located[position] = made;
    return made;
  }

  function ofTransaction(index: number): readonly LocatedTrace[] {
    const first = firsts[index] ?? count;
    const end = firsts[index + 1] ?? count;
    lists[index] ??= Array.from({ length: end - first }, (_, i) => locate(index, first + i));
    return lists[index] as readonly LocatedTrace[];
  }

  function* decodeSteps(): Generator<void, void> {
    for (const transaction of firsts.slice(1).keys()) {
      const end = firsts[transaction + 1] ?? count;
      for (let position = firsts[transaction] ?? count; position < end; position++) {
        locate(transaction, position);
        if (position % tracesBeforeYield === 0) yield;
      }
    }
    isDecoded = true;
  }

  return {
    decodeSteps: () => (isDecoded || count <= tracesBeforeYield ? undefined : decodeSteps()),
    weight: count * traceBytes + (stored.traces.length + stored.body.length) * storedByteBytes,
    all() {
      whole ??= firsts.slice(1).flatMap((_, index) => ofTransaction(index));
      return whole;
    },
    ofTransaction,
    at(positions) {
      let transaction = 0;
      return positions.flatMap((position) => {
        if (position >= count) return [];
        while ((firsts[transaction + 1] ?? count) <= position) transaction++;
        return [locate(transaction, position)];
      });
    },
  };
}
