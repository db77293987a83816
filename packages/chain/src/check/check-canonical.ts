/**
 * Checks the canonical chain from the first block to the head: facts, rules, and the views derived
 * from them.
 */

import { type Ancestry, validateHeader, validateUncles } from "@tandem/consensus";
import {
  type BlockHash,
  firstHeight,
  type Header,
  isEqual,
  type StoredBlock,
} from "@tandem/primitives";
import { LruMap, runSync } from "@tandem/runtime";
import { positions, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { verifyTotalDifficulty } from "../rows/verify-fact.js";
import { type IndexRow, logRows, traceEnds, traceRows } from "../search-index/index-keys.js";
import { type BlockSource, readHeader, readTraceLists, readWholeBlock } from "./read-block.js";

/** Counts the rows each view should have, to find superfluous rows. */
export interface ViewCounts {
  canonical: number;
  transactionLookup: number;
  logIndex: number;
  traceIndex: number;
  traceCounts: number;
}

export interface CanonicalChain {
  /** Height of the head; undefined if the head cannot be read. */
  readonly head: number | undefined;
  /** Whether every block was read, so that the counts are complete. */
  readonly isWhole: boolean;
  readonly counts: ViewCounts;
}

/** The time rules were checked when the blocks were imported. */
const nowSeconds = Number.MAX_SAFE_INTEGER;

/** Checks the canonical chain. @param onBlock is called after each block. */
export async function checkCanonical(
  source: BlockSource,
  onBlock: (done: number, total: number) => void,
): Promise<CanonicalChain> {
  const { store, spec, findings } = source;
  const counts = { canonical: 0, transactionLookup: 0, logIndex: 0, traceIndex: 0, traceCounts: 0 };
  const head = readHead(source);
  if (head === undefined) return { head: undefined, isWhole: false, counts };
  const ancestry = canonicalAncestry(source);
  const first = firstHeight(spec);
  let isWhole = true;
  let parent: StoredBlock | undefined;
  for (let height = first; height <= head; height++) {
    const place = { table: table.canonical, key: height, height };
    const hash = findings.read(place, () => store.get(table.canonical, height));
    const block = hash && readAt(source, hash, height);
    counts.canonical++;
    if (block === undefined) isWhole = false;
    else {
      if (parent !== undefined) checkLink(source, block, parent, ancestry);
      if (!checkViews(source, block, counts)) isWhole = false;
    }
    parent = block;
    onBlock(height - first + 1, head - first + 1);
    await new Promise(setImmediate);
  }
  return { head, isWhole, counts };
}

function readHead(source: BlockSource): number | undefined {
  const { store, findings } = source;
  const place = { table: table.head, key: new Uint8Array(1) };
  const hash = findings.read(place, () => store.get(table.head, "only"));
  const header = hash && readHeader(source, hash);
  if (hash === undefined || header === undefined) return undefined;
  const height = header.number;
  const canonical = store.get(table.canonical, height);
  if (canonical === undefined || !isEqual(canonical, hash)) {
    findings.add({ table: table.canonical, key: height, height }, "canonical/head");
  }
  return height;
}

function readAt(source: BlockSource, hash: BlockHash, height: number): StoredBlock | undefined {
  const header = readHeader(source, hash, height);
  if (header === undefined) return undefined;
  if (header.number !== height) {
    source.findings.add({ table: table.canonical, key: height, height }, "canonical/height");
    return undefined;
  }
  return readWholeBlock(source, hash, header);
}

/**
 * Checks a block against its parent: the link, the total difficulty, and every rule of headers and
 * uncles.
 */
function checkLink(
  { store, spec, findings }: BlockSource,
  block: StoredBlock,
  parent: StoredBlock,
  ancestry: Ancestry,
): void {
  const { header, hash } = block;
  const place = { key: hash, height: header.number };
  if (!isEqual(header.parentHash, parent.hash)) {
    findings.add(
      { table: table.canonical, key: header.number, height: header.number },
      "canonical/parent",
    );
    return;
  }
  const sum = verifyTotalDifficulty(block, block.totalDifficulty, parent.totalDifficulty);
  findings.check({ table: table.totalDifficulties, ...place }, sum);
  const requestedIn = (where: typeof table.requestedPrices) =>
    store.has(where, hash)
      ? findings.read({ table: where, ...place }, () => store.get(where, hash))
      : undefined;
  const requested = {
    minimumGasPrice: requestedIn(table.requestedPrices),
    gasLimit: requestedIn(table.requestedGasLimits),
  };
  const broken = attempt(() => {
    const place = { header, parent: parent.header, ancestry };
    const context = { ...place, spec, nowSeconds, requested };
    return validateHeader(context) ?? validateUncles(block, ancestry, spec, nowSeconds);
  });
  findings.check({ table: table.headers, ...place }, broken);
}

/** Is thrown if a rule needs an ancestor that cannot be read: that ancestor has its own finding. */
class AncestorMissing extends Error {}

function attempt<T>(judge: () => T): T | undefined {
  try {
    return judge();
  } catch (error) {
    if (error instanceof AncestorMissing) return undefined;
    throw error;
  }
}

function canonicalAncestry({ store, spec }: BlockSource): Ancestry {
  const kept = new LruMap<number, Header>(chainLimits.ancestorHashesMax);
  const first = firstHeight(spec);
  const hashAt = (height: number) => store.get(table.canonical, height);
  const headerAt = (height: number): Header | undefined => {
    if (height < first) return undefined;
    const known = kept.get(height);
    if (known !== undefined) return known;
    const found = readOr(() => {
      const hash = hashAt(height);
      return hash && store.get(table.headers, hash);
    });
    kept.set(height, found);
    return found;
  };
  return {
    hash: (height) => (height < first ? undefined : readOr(() => hashAt(height))),
    header: headerAt,
    uncles(height) {
      if ((headerAt(height)?.uncleCount ?? 0) === 0) return [];
      return readOr(() => {
        const hash = hashAt(height);
        return hash && store.get(table.bodies, hash)?.uncles;
      });
    },
  };
}

function readOr<T>(read: () => T | undefined): T {
  let found: T | undefined;
  try {
    found = read();
  } catch (cause) {
    throw new AncestorMissing("an ancestor cannot be decoded", { cause });
  }
  if (found === undefined) throw new AncestorMissing("an ancestor is missing");
  return found;
}

/**
 * Checks the view rows that belong to this block. @returns whether all of them could be checked.
 */
function checkViews(source: BlockSource, block: StoredBlock, counts: ViewCounts): boolean {
  const { store, findings } = source;
  const height = block.header.number;
  for (const [index, { hash }] of block.transactions.entries()) {
    const place = { table: table.transactionLookup, key: hash, height };
    const found = findings.read(place, () => store.get(table.transactionLookup, hash));
    const isRight = found?.index === index && isEqual(found.blockHash, block.hash);
    if (found !== undefined && !isRight) findings.add(place, "location/transaction");
    counts.transactionLookup++;
  }
  const logs = block.receipts.flatMap((receipt) => receipt.logs);
  counts.logIndex += checkIndex(source, table.logIndex, runSync(logRows(height, logs)));
  const traces = readTraceLists(source, block);
  if (traces === undefined) return false;
  const { rows, count } = runSync(traceRows(height, traces.flat().map(traceEnds)));
  counts.traceIndex += checkIndex(source, table.traceIndex, rows);
  const total = BigInt(count);
  if (total === 0n) return true;
  counts.traceCounts++;
  const place = { table: table.traceCounts, key: height, height };
  const found = findings.read(place, () => store.get(table.traceCounts, height));
  if (found !== undefined && found !== total) findings.add(place, "row/differs");
  return true;
}

function checkIndex(
  { store, findings }: BlockSource,
  index: typeof table.logIndex,
  rows: readonly IndexRow[],
): number {
  for (const [key, expected] of rows) {
    const place = { table: index, key: index.key.encode(key), height: key.height };
    const found = findings.read(place, () => store.get(index.raw, key));
    if (found !== undefined && !isEqual(found, positions.encode(expected))) {
      findings.add(place, "row/differs");
    }
  }
  return rows.length;
}
