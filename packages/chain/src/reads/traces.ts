/** Stored traces: of a block, of a transaction, and by who they are from and to. */

import {
  type BlockHash,
  Fault,
  type LocatedTrace,
  type TraceQuery,
  toKey,
} from "@tandem/primitives";
import { LruMap, runYielding } from "@tandem/runtime";
import { type Store, table } from "@tandem/store";
import { findTraces } from "../index/trace-scan.js";
import { createSpanCounts } from "../index/trace-spans.js";
import { chainLimits } from "../limits.js";
import { noBlockAt } from "./canonical-row.js";
import { createFactChecks } from "./fact-checks.js";
import { nextSliceUnlessAborted } from "./next-slice.js";
import { verifyRawTransactions } from "./stored-block.js";
import { readTraceRow } from "./trace-facts.js";
import { openTracedBlock, type TracedBlock } from "./traced-block.js";

/** Of a block that is asked for again the same objects are given, as long as it is kept. */
export interface Traces {
  /**
   * Decodes the traces of a block before they are asked for, and lets others have their turn. To be
   * waited for where a promise is given; undefined when they are few, or decoded, or not known.
   */
  prepare(hash: BlockHash, height: number): Promise<void> | undefined;
  /** Returns the traces of every transaction in order; undefined when the block is unknown. */
  ofBlock(hash: BlockHash, height: number): readonly LocatedTrace[] | undefined;
  /**
   * Of the transaction at a place of a block, in the order they began; empty when they were too many
   * to be kept, undefined when the block is not known.
   */
  ofTransaction(
    hash: BlockHash,
    height: number,
    index: number,
  ): readonly LocatedTrace[] | undefined;
  /**
   * Returns matching traces in the order of the chain: `count` of them after the first `after`.
   * @throws {Fault} `limit-exceeded` for a range over the limit, before anything is read.
   */
  filter(query: TraceQuery, signal: AbortSignal): Promise<LocatedTrace[]>;
}

export function readTraces(store: Store): Traces {
  const kept = new LruMap<string, TracedBlock>(
    chainLimits.traceBytesCached,
    ({ weight }) => weight,
  );

  const counts = createSpanCounts();
  const checks = createFactChecks(store);

  /**
   * Opens the traces of a block. Facts are the same through any snapshot, and so are their cached
   * values.
   */
  function open(hash: BlockHash, height: number): TracedBlock | undefined {
    const key = toKey(hash);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const traces = readTraceRow(store, hash, height);
    const body = store.get(table.bodies, hash);
    if (traces === undefined && body === undefined) return undefined;
    if (traces === undefined || body === undefined) {
      const { name } = traces === undefined ? table.traces : table.bodies;
      throw store.damaged({ table: name, key: hash, height, rule: "row/missing" });
    }
    const header = () => store.get(table.headers, hash);
    verifyRawTransactions(checks, { hash, height }, body, header);
    const opened = openTracedBlock({ hash, height, traces, body });
    kept.set(key, opened);
    return opened;
  }

  return {
    prepare(hash, height) {
      const steps = open(hash, height)?.decodeSteps();
      return steps && runYielding(steps);
    },
    ofBlock: (hash, height) => open(hash, height)?.all(),
    ofTransaction: (hash, height, index) => open(hash, height)?.ofTransaction(index),
    async filter(query, signal) {
      assertRange(query);
      signal.throwIfAborted();
      const reader = store.snapshot();
      try {
        const found: LocatedTrace[] = [];
        const hits = await findTraces({ reader, query, counts, signal });
        for (const [i, { height, positions }] of hits.entries()) {
          if (i > 0 && i % chainLimits.scanSlice === 0) await nextSliceUnlessAborted(signal);
          const hash = reader.get(table.canonical, height);
          const traced = hash && open(hash, height);
          if (traced === undefined) throw noBlockAt(store, height);
          found.push(...traced.at(positions));
        }
        return found;
      } finally {
        await reader.close();
      }
    },
  };
}

function assertRange({ from, to }: TraceQuery): void {
  const max = chainLimits.traceRangeMax;
  if (to - from + 1 <= max) return;
  const suggestion = { fromBlock: from, toBlock: from + max - 1 };
  throw new Fault({ code: "limit-exceeded", limit: "trace-range", max, suggestion });
}
