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
import { chainLimits } from "../limits.js";
import type { FactChecks } from "../reads/fact-checks.js";
import {
  verifyRawTransactions,
  verifyRawTransactionsYielding,
  verifyReceiptBytes,
  verifyReceiptsYielding,
} from "../reads/stored-block.js";

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

interface BodySource {
  readonly store: Reader;
  readonly checks: FactChecks;
}

function readBody({ store, checks }: BodySource, hash: BlockHash, height: number): Uint8Array {
  const body = store.get(table.bodies.raw, hash, height);
  if (body === undefined) throw checks.missing({ table: table.bodies, hash, height });
  return body;
}

/** Reads the hashes of a block's transactions, which are verified. @throws {Fault} `corrupt-data` */
function readHashes(from: BodySource, { hash, header }: Place): Uint8Array {
  const height = header.number;
  const body = readBody(from, hash, height);
  verifyRawTransactions(from.checks, { hash, height }, body, () => header);
  return runSync(hashesOf(body));
}

/** Reads the same, and yields to other work. @throws as above, or an AbortError once it is cancelled. */
async function readHashesYielding(
  from: BodySource,
  { hash, header }: Place,
  cancellation: Cancellation,
): Promise<Uint8Array> {
  const height = header.number;
  const body = readBody(from, hash, height);
  const row = { hash, height };
  await verifyRawTransactionsYielding(from.checks, row, body, () => header, cancellation);
  return runYielding(hashesOf(body), cancellation);
}

/**
 * Returns a reader of block logs. Its reads throw {Fault} `corrupt-data` for receipts and bodies
 * that do not match the block.
 */
export function blockLogsReader(store: Reader, { header, checks }: BlockLogsSource): ReadBlockLogs {
  const cached = new LruMap<string, BlockLogsView>(chainLimits.blockLogsBytesMax, sizeOf);
  const bodies = { store, checks };

  /** Returns the view of verified receipts, in steps. @param hashes of the transactions, read when needed. */
  function* openSteps(
    receipts: Uint8Array,
    place: Place,
    hashes = () => readHashes(bodies, place),
  ): Generator<void, BlockLogsView> {
    const { hash: blockHash, header: of } = place;
    const view = yield* BlockLogsView.openSteps(receipts, {
      ...{ blockHash, blockNumber: of.number },
      transactionHashes: hashes,
    });
    cached.set(toKey(blockHash), view);
    return view;
  }

  /** Reads and verifies all that a block with many logs needs in time slices. */
  async function openLarge(receipts: Uint8Array, place: Place, cancellation: Cancellation) {
    await verifyReceiptsYielding(checks, place, receipts, cancellation);
    const hashes = await readHashesYielding(bodies, place, cancellation);
    return runYielding(
      openSteps(receipts, place, () => hashes),
      cancellation,
    );
  }

  return (hash, height, cancellation) => {
    const known = cached.get(toKey(hash));
    if (known !== undefined) return known;
    const found = header(hash);
    if (found === undefined) return undefined;
    const place = { hash, header: found };
    // The bloom has the address of each log. A block may have many transactions without one.
    if (isEqual(found.logsBloom, emptyBloom)) return runSync(openSteps(noReceipts, place));
    const receipts = store.get(table.receipts.raw, hash, height);
    if (receipts === undefined) throw checks.missing({ table: table.receipts, hash, height });
    if (receipts.length > chainLimits.receiptBytesAtOnce) {
      return openLarge(receipts, place, cancellation);
    }
    verifyReceiptBytes(checks, place, receipts);
    return runSync(openSteps(receipts, place));
  };
}
