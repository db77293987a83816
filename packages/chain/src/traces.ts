/** Queries of stored traces: of a block, of a transaction, and by who they are from and to. */

import { setImmediate } from "node:timers/promises";
import {
  type BlockHash,
  Fault,
  keccak256,
  type LocatedTrace,
  restoreTraces,
  type TraceQuery,
} from "@tandem/primitives";
import { type Reader, type Store, table } from "@tandem/store";
import { rawTransactionsOf } from "./body.js";
import { type Hits, scanIndex } from "./index-scan.js";
import { chainLimits } from "./limits.js";
import { traceClauses } from "./terms.js";

/** Traces of every transaction of a block in order; undefined when the block is not known. */
export function tracesOfBlock(
  reader: Reader,
  hash: BlockHash,
  height: number,
): LocatedTrace[] | undefined {
  const stored = reader.get(table.traces, hash);
  const body = reader.get(table.bodies, hash);
  if (stored === undefined || body === undefined) return undefined;
  const raws = rawTransactionsOf(body);
  return restoreTraces(stored).flatMap((traces, transactionPosition) => {
    const transactionHash = keccak256(raws[transactionPosition] as Uint8Array);
    const place = { blockHash: hash, blockNumber: height, transactionHash, transactionPosition };
    return traces.map((trace) => ({ trace, ...place }));
  });
}

/**
 * Matching traces in the order of the chain: `count` of them after the first `after`.
 * @throws {Fault} `limit-exceeded` for a range over the limit, before anything is read.
 */
export async function filterTraces(
  store: Store,
  query: TraceQuery,
  signal: AbortSignal,
): Promise<LocatedTrace[]> {
  assertRange(query);
  const reader = store.snapshot();
  const clauses = traceClauses(query.fromAddresses, query.toAddresses);
  const scan = { reader, table: table.traceIndex, clauses, from: query.from, to: query.to };
  const hits = clauses.length === 0 ? everyTrace(reader, query) : scanIndex(scan);
  const found: LocatedTrace[] = [];
  let skip = query.after;
  let blocks = 0;
  try {
    for await (const { height, positions } of hits) {
      if (blocks++ % chainLimits.scanSlice === 0) {
        await setImmediate();
        signal.throwIfAborted();
      }
      // Positions alone tell how many to pass over: no block is read for that.
      const taken = positions.slice(skip, skip + query.count - found.length);
      skip = Math.max(0, skip - positions.length);
      if (taken.length > 0) found.push(...pick(reader, height, taken));
      if (found.length >= query.count) break;
    }
    return found;
  } finally {
    await reader.close();
  }
}

function assertRange({ from, to }: TraceQuery): void {
  const max = chainLimits.traceRangeMax;
  if (to - from + 1 <= max) return;
  const suggestion = { fromBlock: from, toBlock: from + max - 1 };
  throw new Fault({ code: "limit-exceeded", limit: "trace-range", max, suggestion });
}

async function* everyTrace(reader: Reader, { from, to }: TraceQuery): AsyncGenerator<Hits> {
  const rows = await reader.entries(table.traceCounts, {
    from,
    to,
    limit: chainLimits.traceRangeMax,
  });
  for (const [height, count] of rows) {
    yield { height, positions: Array.from({ length: Number(count) }, (_, i) => i) };
  }
}

function pick(reader: Reader, height: number, positions: readonly number[]): LocatedTrace[] {
  const hash = reader.get(table.canonical, height);
  const traces = hash && tracesOfBlock(reader, hash, height);
  return positions.flatMap((position) => traces?.[position] ?? []);
}
