/** Cached views of logs: many clients query the blocks they just saw again. */

import {
  type BlockHash,
  BlockLogsView,
  emptyBloom,
  type Header,
  isEqual,
  keccak256,
  rawTransactionsOf,
  type StoredBlock,
  storeReceipts,
  toKey,
} from "@tandem/primitives";
import { type Cancellation, LruMap, runSync, runYielding } from "@tandem/runtime";
import { type Reader, table } from "@tandem/store";
import { chainLimits } from "../../limits.js";
import type { FactChecks } from "../../rows/fact-checks.js";
import { verifyReceiptsSteps, verifyTransactionsSteps } from "../../rows/stored-block.js";

/**
 * Reads the logs of a block of any branch; returns undefined for an unknown block. Many logs are verified with
 * pauses, and a cancelled read ends with an AbortError.
 */
export type ReadBlockLogs = (
  hash: BlockHash,
  height: number,
  cancellation: Cancellation,
) => BlockLogsView | undefined | Promise<BlockLogsView>;

/** Bytes that a log, a transaction and an empty view take in addition to the receipts. */
const indexBytes = 28;
const hashBytes = 32;
const frameBytes = 2048;

/** Estimates the memory of a cached view with its key, in bytes. */
export const sizeOf = ({ bytes, count, transactionCount }: BlockLogsView): number =>
  bytes.length + count * indexBytes + transactionCount * hashBytes + frameBytes;

/**
 * Concatenates the transaction hashes, in steps: a block may have more transactions than a call can
 * have arguments.
 */
function* hashesOf(body: Uint8Array): Generator<void, Uint8Array> {
  const raws = rawTransactionsOf(body);
  const hashes = new Uint8Array(raws.length * hashBytes);
  for (const [i, raw] of raws.entries()) {
    hashes.set(keccak256(raw), i * hashBytes);
    yield;
  }
  return hashes;
}

const noReceipts = storeReceipts([]);

type Place = Pick<StoredBlock, "hash" | "header">;

export interface BlockLogsSource {
  readonly header: (hash: BlockHash) => Header | undefined;
  readonly checks: FactChecks;
}

/**
 * Returns a reader of block logs. Its reads throw {Fault} `corrupt-data` for receipts and bodies
 * that do not match the block.
 */
export function blockLogsReader(store: Reader, { header, checks }: BlockLogsSource): ReadBlockLogs {
  const cached = new LruMap<string, BlockLogsView>(chainLimits.blockLogsBytesMax, sizeOf);

  /** Reads the hashes of a block's transactions, which are verified, in steps. */
  function* readHashesSteps({ hash, header }: Place): Generator<void, Uint8Array> {
    const height = header.number;
    const body = store.get(table.bodies.raw, hash, height);
    if (body === undefined) throw checks.missing({ table: table.bodies, hash, height });
    yield* verifyTransactionsSteps(checks, { hash, height }, body, () => header);
    return yield* hashesOf(body);
  }

  /** Returns the view of verified receipts, in steps. @param hashes of the transactions, read when needed. */
  function* viewSteps(
    receipts: Uint8Array,
    place: Place,
    hashes = () => runSync(readHashesSteps(place)),
  ): Generator<void, BlockLogsView> {
    const { hash: blockHash, header: of } = place;
    const view = yield* BlockLogsView.openSteps(receipts, {
      blockHash,
      blockNumber: of.number,
      blockTimestamp: of.timestamp,
      transactionHashes: hashes,
    });
    cached.set(toKey(blockHash), view);
    return view;
  }

  /** Verifies the receipts first. @param isLarge reads the hashes in steps too. */
  function* openSteps(receipts: Uint8Array, place: Place, isLarge: boolean) {
    yield* verifyReceiptsSteps(checks, place, receipts);
    const hashes = isLarge ? yield* readHashesSteps(place) : undefined;
    return yield* viewSteps(receipts, place, hashes && (() => hashes));
  }

  return (hash, height, cancellation) => {
    const known = cached.get(toKey(hash));
    if (known !== undefined) return known;
    const found = header(hash);
    if (found === undefined) return undefined;
    const place = { hash, header: found };
    // The bloom has the address of each log. A block may have many transactions without one.
    if (isEqual(found.logsBloom, emptyBloom)) return runSync(viewSteps(noReceipts, place));
    const receipts = store.get(table.receipts.raw, hash, height);
    if (receipts === undefined) throw checks.missing({ table: table.receipts, hash, height });
    const isLarge = receipts.length > chainLimits.receiptBytesAtOnce;
    const steps = openSteps(receipts, place, isLarge);
    return isLarge ? runYielding(steps, cancellation) : runSync(steps);
  };
}
