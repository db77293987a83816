/** Answers log queries: resolves the range, then scans the chain. */
import { type LogScan, logsOfBlock, scanLogs } from "@tandem/chain";
import {
  type BlockHash,
  type BlockRef,
  Fault,
  type LogHits,
  movesWithHead,
} from "@tandem/primitives";
import type { LogBatch, LogQuery } from "@tandem/rpc";
import type { Cancellation } from "@tandem/runtime";
import type { ReadableStore } from "@tandem/store";
import { headerAt, isPending } from "./locate.js";
import type { ReadChain } from "./read-chain.js";

/** @throws {Fault} `bad-request` if the range ends before it begins, `unknown-block`, `limit-exceeded`. */
export function findLogs(
  chain: ReadChain,
  store: ReadableStore,
  { filter, range, isReadAsOthers = false }: LogQuery,
  cancellation: Cancellation,
): readonly LogBatch[] | AsyncIterable<LogBatch> {
  const { blocks } = chain;
  const scan = { store, blocks, filter, cancellation };
  if ("blockHash" in range) {
    if (isReadAsOthers && blocks.header(range.blockHash) === undefined) {
      throw new Fault({ code: "unknown-block" });
    }
    return logsOfOne(scan, range.blockHash);
  }
  const head = chain.head().header.number;
  const pending = isReadAsOthers ? head : head + 1;
  const [from, to] = [heightOf(chain, range.from, pending), heightOf(chain, range.to, pending)];
  // A polling client requests the blocks from the one after the last it has to the latest or the safe
  // one, which do not exist yet, or are not safe yet.
  if (from > head || (from > to && (isReadAsOthers || movesWithHead(range.to)))) return [];
  if (from > to) {
    throw new Fault({
      code: "bad-request",
      message: "params[0] (filter): expected fromBlock not to be above toBlock",
    });
  }
  const hash = from === Math.min(to, head) ? blocks.canonicalBlockHash(from) : undefined;
  if (hash !== undefined && blocks.header(hash) !== undefined) return logsOfOne(scan, hash);
  return scanLogs(scan, from, Math.min(to, head));
}

function logsOfOne(scan: LogScan, hash: BlockHash): readonly LogBatch[] | AsyncIterable<LogBatch> {
  const found = logsOfBlock(scan, hash);
  return found instanceof Promise ? oneLater(found) : batchesOf(found);
}

const batchesOf = (hits: LogHits | undefined): readonly LogBatch[] =>
  hits === undefined ? [] : [[hits]];

async function* oneLater(found: Promise<LogHits | undefined>): AsyncGenerator<LogBatch> {
  yield* batchesOf(await found);
}

/** @param pending the height that the pending block counts as. */
export function heightOf(chain: ReadChain, ref: BlockRef, pending: number): number {
  if ("number" in ref) return ref.number;
  if (isPending(ref)) return pending;
  return headerAt(chain, ref)?.number ?? chain.head().header.number;
}
