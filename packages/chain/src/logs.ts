/** Log queries: the canonical chain walked in one snapshot, blooms first, within the limits. */
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
import { chainLimits } from "./limits.js";

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
  return found === undefined ? [] : matchingLogs(store, found, hash, filter);
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
  let count = 0;
  try {
    for (let height = from; height <= to; height++) {
      if ((height - from) % chainLimits.scanSlice === 0) {
        await setImmediate();
        scan.signal.throwIfAborted();
      }
      const hash = snapshot.get(table.canonical, height);
      if (hash === undefined) return;
      const found = scan.header(hash);
      if (found === undefined) continue;
      const logs = matchingLogs(snapshot, found, hash, scan.filter);
      count += logs.length;
      if (isCapped && count > chainLimits.logsMax) throw tooMany(from, height - 1);
      if (logs.length > 0) yield logs;
    }
  } finally {
    await snapshot.close();
  }
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

function matchingLogs(
  reader: Reader,
  header: Header,
  blockHash: BlockHash,
  filter: LogFilter,
): LocatedLog[] {
  if (!mayMatchBloom(filter, header.logsBloom)) return [];
  const receipts = reader.get(table.receipts, blockHash);
  if (receipts === undefined) return [];
  const located: LocatedLog[] = [];
  let raws: readonly Uint8Array[] | undefined;
  let logIndex = 0;
  restoreLogs(receipts).forEach((logs, transactionIndex) => {
    for (const log of logs) {
      if (matchesLog(filter, log)) {
        raws ??= rawTransactionsOf(reader.get(table.bodies, blockHash) as Uint8Array);
        const transactionHash = keccak256(raws[transactionIndex] as Uint8Array);
        located.push({
          log,
          blockHash,
          blockNumber: header.number,
          transactionHash,
          transactionIndex,
          logIndex,
        });
      }
      logIndex++;
    }
  });
  return located;
}
