/** Reads stored traces: of a block, of a transaction, and by sender and recipient. */

import {
  type AccountSearch,
  type BlockHash,
  Fault,
  type LocatedTrace,
  type TraceQuery,
  toKey,
} from "@tandem/primitives";
import {
  type Cancellation,
  isSliceOver,
  LruMap,
  runSync,
  runYielding,
  throwIfCancelled,
} from "@tandem/runtime";
import { heightMax, type ReadableStore, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { noBlockAt } from "../rows/canonical-row.js";
import { createFactChecks, type FactChecks } from "../rows/fact-checks.js";
import { verifyTransactionsSteps } from "../rows/stored-block.js";
import { findTraces } from "../search-index/trace-scan.js";
import { createSpanCounts, type SpanCounts } from "../search-index/trace-spans.js";
import {
  type AccountBlocks,
  type CreationSearch,
  findAccountBlocks,
  findCreation,
} from "./account-blocks.js";
import {
  canonicalHashes,
  canonicalPages,
  type ReadCanonicalPage,
} from "./caches/canonical-pages.js";
import { openTracedBlockSteps, type StoredBlockTraces, type TracedBlock } from "./traced-block.js";

/** Traces that are decoded without a pause: less than a millisecond. */
const tracesBeforeYield = 256;

type Eventually<Value> = Value | Promise<Value>;

/**
 * Reads the traces of blocks. Repeated reads of a block return the same objects while it is cached.
 */
export interface Traces {
  /**
   * Returns the decoded traces of a block; undefined if the block is unknown. It is a promise if
   * there are so many that they are decoded in time slices.
   */
  ofBlock(hash: BlockHash, height: number): Eventually<DecodedTraces | undefined>;
  /**
   * Returns matching traces in the order of the chain: `count` of them after the first `after`.
   * @throws {Fault} `limit-exceeded` for a range over the limit, before anything is read.
   */
  filter(query: TraceQuery, cancellation: Cancellation): Promise<LocatedTrace[]>;
  /** Returns the transactions with traces from or to an account, in whole blocks. */
  ofAccount(search: AccountSearch, signal: AbortSignal): Promise<AccountBlocks>;
  /** Returns the trace of the newest creation at an address. */
  ofCreation(search: CreationSearch, signal: AbortSignal): Promise<LocatedTrace | undefined>;
}

/** The traces of a block; undefined if the block is unknown. */
type Opened = Eventually<TracedBlock | undefined>;

export type DecodedTraces = Pick<TracedBlock, "all" | "ofTransaction" | "isComplete">;

/** @param readPage reads canonical hashes, with the cache that other scans of the chain have. */
export function readTraces(
  store: ReadableStore,
  readPage: ReadCanonicalPage = canonicalPages(),
): Traces {
  const kept = new LruMap<string, TracedBlock>(
    chainLimits.traceBytesCached,
    ({ weight }) => weight,
  );

  const counts = createSpanCounts();
  const checks = createFactChecks(store);

  function keep(key: string, opened: TracedBlock): TracedBlock {
    kept.set(key, opened);
    return opened;
  }

  /**
   * Opens the traces of a block. Facts are the same through any snapshot, and so are their cached
   * values. @throws an AbortError once it is cancelled.
   */
  function open(hash: BlockHash, height: number, cancellation?: Cancellation): Opened {
    const key = toKey(hash);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const stored = readStored({ store, checks }, hash, height);
    if (stored === undefined) return undefined;
    const steps = openTracedBlockSteps(stored);
    if (stored.traces.length <= chainLimits.traceBytesAtOnce) return keep(key, runSync(steps));
    return runYielding(steps, cancellation).then((opened) => keep(key, opened));
  }

  const searched = {
    store,
    open: async (hash: BlockHash, height: number) => open(hash, height),
  };
  return {
    ofBlock(hash, height) {
      const opened = open(hash, height);
      if (!(opened instanceof Promise)) return decoded(opened);
      return opened.then(decoded);
    },
    ofAccount: (search, signal) => findAccountBlocks(searched, search, signal),
    ofCreation: (search, signal) => findCreation(searched, search, signal),
    filter: (query, cancellation) =>
      filterTraces({ store, readPage, counts, open }, query, cancellation),
  };
}

interface FilterSources {
  readonly store: ReadableStore;
  readonly readPage: ReadCanonicalPage;
  readonly counts: SpanCounts;
  readonly open: (hash: BlockHash, height: number, cancellation: Cancellation) => Opened;
}

/** The highest height of a search: the ends of later spans have no keys. No chain is that long. */
const highestSearched = heightMax - chainLimits.traceSpanBlocks;

async function filterTraces(
  { store, readPage, counts, open }: FilterSources,
  asked: TraceQuery,
  cancellation: Cancellation,
): Promise<LocatedTrace[]> {
  assertTraceRange(asked);
  throwIfCancelled(cancellation);
  const query = { ...asked, to: Math.min(asked.to, highestSearched) };
  if (query.from > query.to) return [];
  const reader = store.snapshot();
  try {
    const found: LocatedTrace[] = [];
    const hits = await findTraces({ reader, query, counts, cancellation });
    const heights = hits.map(({ height }) => height);
    const hashes = await canonicalHashes(readPage, reader, heights);
    for (const [i, { height, positions }] of hits.entries()) {
      const hash = hashes[i];
      const opened = hash && open(hash, height, cancellation);
      const traced = opened instanceof Promise ? await opened : opened;
      if (traced === undefined) throw noBlockAt(store, height);
      const adding = addAt(found, traced, positions, cancellation);
      if (adding !== undefined) await adding;
    }
    return found;
  } finally {
    await reader.close();
  }
}

interface Sources {
  readonly store: ReadableStore;
  readonly checks: FactChecks;
}

/** Reads the rows of a block; undefined if the block is unknown. @throws {Fault} `corrupt-data` */
function readStored(
  { store, checks }: Sources,
  hash: BlockHash,
  height: number,
): StoredBlockTraces | undefined {
  const traces = store.get(table.traces.raw, hash, height);
  const body = store.get(table.bodies.raw, hash, height);
  if (traces === undefined && body === undefined) return undefined;
  if (traces === undefined || body === undefined) {
    const { name } = traces === undefined ? table.traces : table.bodies;
    throw store.damaged({ table: name, key: hash, height, rule: "row/missing" });
  }
  const header = () => store.get(table.headers, hash);
  runSync(verifyTransactionsSteps(checks, { hash, height }, body, header));
  return { hash, height, traces, body };
}

/**
 * Adds the traces of a block at some positions. Most blocks have few, which are added at once: a
 * promise would take longer than they do.
 */
function addAt(
  found: LocatedTrace[],
  traced: TracedBlock,
  positions: readonly number[],
  cancellation: Cancellation,
): Promise<void> | undefined {
  if (positions.length > tracesBeforeYield || isSliceOver()) {
    return runYielding(addAtSteps(found, traced, positions), cancellation);
  }
  found.push(...traced.at(positions));
  return undefined;
}

/** Adds the traces of a block at some positions, in steps. */
function* addAtSteps(
  found: LocatedTrace[],
  traced: TracedBlock,
  positions: readonly number[],
): Generator<void, void> {
  for (let from = 0; from < positions.length; from += tracesBeforeYield) {
    found.push(...traced.at(positions.slice(from, from + tracesBeforeYield)));
    yield;
  }
}

/** Decodes all traces of a block if they are many. */
function decoded(block: TracedBlock | undefined): Eventually<TracedBlock | undefined> {
  const steps = block?.decodeSteps();
  return steps === undefined ? block : runYielding(steps).then(() => block);
}

/** @throws {Fault} `limit-exceeded` for a range over the limit of specification section 8. */
export function assertTraceRange({ from, to }: TraceQuery): void {
  const max = chainLimits.traceRangeMax;
  if (to - from + 1 <= max) return;
  const suggestion = { fromBlock: from, toBlock: from + max - 1 };
  throw new Fault({ code: "limit-exceeded", limit: "trace-range", max, suggestion });
}
