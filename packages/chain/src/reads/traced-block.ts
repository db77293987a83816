/** The traces of a block, decoded when they are asked for, each once: whoever asks gets the same object. */
import {
  type BlockHash,
  keccak256,
  type LocatedTrace,
  locateRawTransactions,
  openTracesSteps,
} from "@tandem/primitives";
import { chainLimits } from "../limits.js";

export interface TracedBlock {
  /** Bytes of memory they take when all were asked for and written as text, estimated. */
  readonly weight: number;
  /** Decodes all traces in steps; undefined if they were decoded, or are few. */
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
/** The text of an index of a trace's address, in the text of the trace and in that of the block. */
const indexBytes = 5;

export interface StoredBlockTraces {
  readonly hash: BlockHash;
  readonly height: number;
  /** As they are on the disk. */
  readonly traces: Uint8Array;
  readonly body: Uint8Array;
}

/** Opens the traces of a block in steps. */
export function* openTracedBlockSteps({
  hash,
  height,
  ...stored
}: StoredBlockTraces): Generator<void, TracedBlock> {
  const { firsts, indexes, trace } = yield* openTracesSteps(stored.traces);
  const rawOf = locateRawTransactions(stored.body);
  const located: LocatedTrace[] = [];
  const transactionHashes: Uint8Array[] = [];
  const lists: (readonly LocatedTrace[])[] = [];
  const count = firsts.at(-1) ?? 0;
  let whole: readonly LocatedTrace[] | undefined;

  function locate(transactionPosition: number, position: number): LocatedTrace {
    const known = located[position];
    if (known !== undefined) return known;
    transactionHashes[transactionPosition] ??= keccak256(rawOf(transactionPosition) as Uint8Array);
    const made = {
      trace: trace(position),
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
    lists[index] ??=
      whole?.slice(first, end) ??
      Array.from({ length: end - first }, (_, i) => locate(index, first + i));
    return lists[index] as readonly LocatedTrace[];
  }

  function* decodeSteps(): Generator<void, void> {
    const all: LocatedTrace[] = [];
    let transaction = 0;
    for (let position = 0; position < count; position++) {
      while ((firsts[transaction + 1] ?? count) <= position) transaction++;
      all.push(locate(transaction, position));
      yield;
    }
    whole ??= all;
  }

  const isDecodedAtOnce = stored.traces.length <= chainLimits.traceBytesAtOnce;
  return {
    decodeSteps: () => (isDecodedAtOnce || whole !== undefined ? undefined : decodeSteps()),
    weight:
      count * traceBytes +
      indexes * indexBytes +
      (stored.traces.length + stored.body.length) * storedByteBytes,
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
