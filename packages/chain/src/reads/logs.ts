/**
 * Runs log queries over the canonical chain, in one snapshot and within the limits. A filter with
 * criteria uses the index, unless nearly every block has a hit; otherwise the blocks are scanned.
 */

import {
  type BlockHash,
  type BlockLogsView,
  Fault,
  isEqual,
  type LogFilter,
  type LogHits,
  mayMatchBloom,
} from "@tandem/primitives";
import {
  type Cancellation,
  isSliceOver,
  nextSliceUnlessCancelled,
  throwIfCancelled,
} from "@tandem/runtime";
import { type ReadableStore, type Reader, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { assertNoHole, noBlockAt } from "../rows/canonical-row.js";
import { criteriaOf, type FilterCriterion } from "../search-index/index-keys.js";
import { type Hits, type Page, probe, scanIndex } from "../search-index/index-scan.js";
import type { Blocks } from "./blocks.js";

export interface LogScan {
  readonly store: ReadableStore;
  readonly blocks: Pick<
    Blocks,
    "first" | "header" | "blockLogs" | "canonicalPage" | "canonicalBlockHash"
  >;
  readonly filter: LogFilter;
  readonly cancellation: Cancellation;
}

/**
 * Returns the logs of one block of any branch; undefined for an unknown hash, or if no log matches.
 */
export function logsOfBlock(
  { blocks, filter, cancellation }: Pick<LogScan, "blocks" | "filter" | "cancellation">,
  hash: BlockHash,
): LogHits | undefined | Promise<LogHits | undefined> {
  const found = blocks.header(hash);
  if (found === undefined || !mayMatchBloom(filter, found.logsBloom)) return undefined;
  return matching({ blocks, filter, cancellation }, hash, found.number);
}

/** A scan in progress. */
interface Walk extends LogScan {
  readonly reader: Reader;
  readonly criteria: readonly FilterCriterion[];
}

/**
 * Iterates over matching logs from `from` to `to`, both included, oldest first, some blocks at a
 * time.
 * @throws {Fault} `limit-exceeded` when a range wider than the uncapped one has too many.
 */
export async function* scanLogs(
  scan: LogScan,
  from: number,
  to: number,
): AsyncGenerator<readonly LogHits[]> {
  const few = fewBlocks(scan, from, to);
  if (few !== undefined) {
    yield* matchingBlocks(scan, few);
    return;
  }
  const snapshot = scan.store.snapshot();
  const criteria = criteriaOf(scan.filter);
  const walk: Walk = { ...scan, reader: snapshot, criteria };
  const isCapped = to - from + 1 > chainLimits.logRangeUncapped;
  let count = 0;
  try {
    for await (const hits of isCapped ? cappedBlocks(walk, from, to) : anyBlocks(walk, from, to)) {
      if (isCapped) {
        for (const { logs: view, positions } of hits) {
          count += positions.length;
          if (count > chainLimits.logsMax) throw tooMany(from, view.blockNumber - 1);
        }
      }
      if (hits.length > 0) yield hits;
    }
  } finally {
    await snapshot.close();
  }
}

/** A canonical block that may have matching logs. */
type Place = readonly [height: number, hash: BlockHash];

/**
 * Returns those of a few canonical blocks whose blooms match. Reading them takes a tenth of the time of a snapshot
 * and its iterators, and clients often query only the newest blocks.
 * @returns undefined if the range is longer, ends above the head, or if the head moved meanwhile, so that the
 * blocks are not one chain.
 */
function fewBlocks({ blocks, filter }: LogScan, from: number, to: number): Place[] | undefined {
  if (to - from >= chainLimits.logRangeDirect) return undefined;
  const places: Place[] = [];
  let parent: BlockHash | undefined;
  for (let height = from; height <= to; height++) {
    const hash = blocks.canonicalBlockHash(height);
    const header = hash && blocks.header(hash);
    if (hash === undefined || header === undefined) return undefined;
    if (parent !== undefined && !isEqual(header.parentHash, parent)) return undefined;
    if (mayMatchBloom(filter, header.logsBloom)) places.push([height, hash]);
    parent = hash;
  }
  return places;
}

/** Scans dense parts of a range page by page; from the first sparse part on it uses the index. */
async function* anyBlocks(walk: Walk, from: number, to: number): AsyncGenerator<LogHits[]> {
  for (let at = from; at <= to; at += chainLimits.indexPageRows) {
    const scan = { ...walk, table: table.logIndex, from: at, to };
    const probed = await probe(scan, chainLimits.densityProbe);
    if (!isDense(probed, at, to)) {
      yield* indexedBlocks(walk, scanIndex(scan, probed));
      return;
    }
    yield* everyBlock(walk, at, Math.min(to, at + chainLimits.indexPageRows - 1));
  }
}

/** Returns whether most blocks at the start of a range have hits of every criterion. */
function isDense(probed: readonly Page[], from: number, to: number): boolean {
  return probed.every(({ rows, reach }) => {
    const last = Math.min(to, reach, from + chainLimits.densityProbe - 1);
    let count = 0;
    for (const height of rows.keys()) if (height <= last) count++;
    return 2 * count > last - from + 1;
  });
}

/**
 * Iterates over a range with a limit on the number of logs: they are counted before any is read.
 */
async function* cappedBlocks(walk: Walk, from: number, to: number): AsyncGenerator<LogHits[]> {
  const { criteria } = walk;
  if (criteria.length === 0) {
    yield* everyBlock(walk, from, to);
    return;
  }
  const found: Hits[] = [];
  let count = 0;
  for await (const hits of scanIndex({ ...walk, table: table.logIndex, from, to })) {
    count += hits.positions.length;
    if (count > chainLimits.logsMax) throw tooMany(from, hits.height - 1);
    found.push(hits);
  }
  yield* indexedBlocks(walk, found);
}

async function* indexedBlocks(
  walk: Walk,
  found: AsyncIterable<Hits> | Iterable<Hits>,
): AsyncGenerator<LogHits[]> {
  const { reader, cancellation } = walk;
  let hits: LogHits[] = [];
  for await (const { height, positions } of found) {
    const hash = reader.get(table.canonical, height);
    if (hash === undefined) throw noBlockAt(reader, height);
    const matched = matching(walk, hash, height, positions);
    const some = matched instanceof Promise ? await matched : matched;
    if (some !== undefined) hits.push(some);
    if (!isSliceOver()) continue;
    yield hits;
    hits = [];
    await nextSliceUnlessCancelled(cancellation);
  }
  yield hits;
}

async function* everyBlock(walk: Walk, from: number, to: number): AsyncGenerator<LogHits[]> {
  const { reader, cancellation, blocks } = walk;
  for (let at = from; at <= to; ) {
    throwIfCancelled(cancellation);
    const { rows, reach } = await blocks.canonicalPage(reader, at, to);
    assertNoHole(reader, rows, { from: at, to: reach, first: blocks.first });
    at = reach + 1;
    yield* matchingBlocks(walk, rows);
  }
}

async function* matchingBlocks(scan: LogScan, places: readonly Place[]): AsyncGenerator<LogHits[]> {
  let hits: LogHits[] = [];
  for (const [height, hash] of places) {
    const matched = matching(scan, hash, height);
    const some = matched instanceof Promise ? await matched : matched;
    if (some !== undefined) hits.push(some);
    if (!isSliceOver()) continue;
    yield hits;
    hits = [];
    await nextSliceUnlessCancelled(scan.cancellation);
  }
  yield hits;
}

/**
 * Creates the error for too many logs. @param fits last height up to which the logs are within the
 * limit.
 */
function tooMany(from: number, fits: number): Fault {
  const toBlock = Math.max(fits, from + chainLimits.logRangeUncapped - 1);
  return new Fault({
    code: "limit-exceeded",
    limit: "logs",
    max: chainLimits.logsMax,
    suggestion: { fromBlock: from, toBlock },
  });
}

interface LogMatching {
  readonly filter: LogFilter;
  readonly blocks: Pick<Blocks, "blockLogs">;
  readonly cancellation: Cancellation;
  /** Is set if the canonical chain names the block, so that it must exist. */
  readonly store?: ReadableStore;
}

/**
 * Returns the matching logs of a block. @param candidates ascending log indexes to check; all if
 * undefined. @throws {Fault} `corrupt-data`
 */
function matching(
  from: LogMatching,
  hash: BlockHash,
  height: number,
  candidates?: readonly number[],
): LogHits | undefined | Promise<LogHits | undefined> {
  const view = from.blocks.blockLogs(hash, height, from.cancellation);
  if (view instanceof Promise) return view.then((opened) => hitsOf(from, opened, candidates));
  if (view === undefined && from.store !== undefined) {
    const row = { table: table.headers.name, key: hash, height, rule: "row/missing" };
    throw from.store.damaged(row);
  }
  return hitsOf(from, view, candidates);
}

function hitsOf(
  { filter }: LogMatching,
  view: BlockLogsView | undefined,
  candidates: readonly number[] | undefined,
): LogHits | undefined {
  if (view === undefined || view.count === 0) return undefined;
  const positions = view.matching(filter, candidates);
  return positions.length === 0 ? undefined : { logs: view, positions };
}
