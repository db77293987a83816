/**
 * Log queries over the canonical chain, in one snapshot and within the limits. A filter that names
 * something goes by the index; one that names nothing reads every block that has logs.
 */
import { setImmediate } from "node:timers/promises";
import {
  type BlockHash,
  Fault,
  type Header,
  keccak256,
  type LocatedLog,
  type LogFilter,
  matchesLog,
  mayMatchBloom,
  restoreLogs,
} from "@tandem/primitives";
import { type Reader, type Store, table } from "@tandem/store";
import { rawTransactionsOf } from "./body.js";
import { scanIndex } from "./index-scan.js";
import { chainLimits } from "./limits.js";
import { clausesOf } from "./terms.js";

export interface LogScan {
  readonly store: Store;
  /** Headers by hash, from a cache when it has them. */
  readonly header: (hash: BlockHash) => Header | undefined;
  readonly filter: LogFilter;
  readonly signal: AbortSignal;
}

/** Logs of one block, whatever its branch. Empty for a hash that is not known. */
export function logsOfBlock(
  { store, header, filter }: Omit<LogScan, "signal">,
  hash: BlockHash,
): LocatedLog[] {
  const found = header(hash);
  if (found === undefined || !mayMatchBloom(filter, found.logsBloom)) return [];
  return matchingLogs({ reader: store, hash, height: found.number, filter });
}

/**
 * Matching logs from `from` to `to`, both included, a list a block that has any.
 * @throws {Fault} `limit-exceeded` when a range wider than the uncapped one has too many.
 */
export async function* scanLogs(
  scan: LogScan,
  from: number,
  to: number,
): AsyncGenerator<readonly LocatedLog[]> {
  const isCapped = to - from + 1 > chainLimits.logRangeUncapped;
  const snapshot = scan.store.snapshot();
  const clauses = clausesOf(scan.filter);
  const blocks =
    clauses.length === 0
      ? everyBlock(scan, snapshot, from, to)
      : indexedBlocks(scan, snapshot, from, to);
  let count = 0;
  try {
    for await (const { height, logs } of blocks) {
      count += logs.length;
      if (isCapped && count > chainLimits.logsMax) throw tooMany(from, height - 1);
      if (logs.length > 0) yield logs;
    }
  } finally {
    await snapshot.close();
  }
}

interface BlockLogs {
  readonly height: number;
  readonly logs: readonly LocatedLog[];
}

async function* indexedBlocks(
  { filter, signal }: LogScan,
  reader: Reader,
  from: number,
  to: number,
): AsyncGenerator<BlockLogs> {
  const scan = { reader, table: table.logIndex, clauses: clausesOf(filter), from, to };
  let seen = 0;
  for await (const { height, positions } of scanIndex(scan)) {
    if (seen++ % chainLimits.scanSlice === 0) await turn(signal);
    const hash = reader.get(table.canonical, height);
    if (hash === undefined) continue;
    yield { height, logs: matchingLogs({ reader, hash, height, filter, positions }) };
  }
}

async function* everyBlock(
  { header, filter, signal }: LogScan,
  reader: Reader,
  from: number,
  to: number,
): AsyncGenerator<BlockLogs> {
  for (let height = from; height <= to; height++) {
    if ((height - from) % chainLimits.scanSlice === 0) await turn(signal);
    const hash = reader.get(table.canonical, height);
    if (hash === undefined) return;
    const gasUsed = header(hash)?.gasUsed ?? 0n;
    if (gasUsed > 0n) yield { height, logs: matchingLogs({ reader, hash, height, filter }) };
  }
}

/** Lets others have their turn, and stops for a client that has gone. */
async function turn(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

/** @param fits last height up to which the logs are within the limit. */
function tooMany(from: number, fits: number): Fault {
  const toBlock = Math.max(fits, from + chainLimits.logRangeUncapped - 1);
  return new Fault({
    code: "limit-exceeded",
    limit: "logs",
    max: chainLimits.logsMax,
    suggestion: { fromBlock: from, toBlock },
  });
}

interface Match {
  readonly reader: Reader;
  readonly hash: BlockHash;
  readonly height: number;
  readonly filter: LogFilter;
  /** Ascending log indexes to look at; all when undefined. */
  readonly positions?: readonly number[];
}

function matchingLogs({ reader, hash, height, filter, positions }: Match): LocatedLog[] {
  const receipts = reader.get(table.receipts, hash);
  if (receipts === undefined) return [];
  const wanted = positions && new Set(positions);
  const located: LocatedLog[] = [];
  let raws: readonly Uint8Array[] | undefined;
  let logIndex = -1;
  restoreLogs(receipts).forEach((logs, transactionIndex) => {
    let transactionHash: Uint8Array | undefined;
    for (const log of logs) {
      logIndex++;
      if (wanted?.has(logIndex) === false || !matchesLog(filter, log)) continue;
      raws ??= rawTransactionsOf(reader.get(table.bodies, hash) as Uint8Array);
      transactionHash ??= keccak256(raws[transactionIndex] as Uint8Array);
      const place = { blockHash: hash, blockNumber: height, transactionHash, transactionIndex };
      located.push({ log, ...place, logIndex });
    }
  });
  return located;
}
