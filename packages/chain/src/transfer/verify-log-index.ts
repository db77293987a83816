/** Verifies rows of the log index, in which a missing one would hide logs from every search. */
import { type BlockHash, emptyBloom, type Header, isEqual } from "@tandem/primitives";
import { positions, type Reader, table } from "@tandem/store";
import { verifyReceiptsFact } from "../rows/verify-fact.js";
import { logRows } from "../search-index/index-keys.js";
import { unusableSnapshot } from "./rows-stream.js";

/**
 * Verifies that the log index has the rows of a canonical block, whose header is verified: the bloom of the header says
 * whether there are any, and its root that the receipts are complete. Rows of other blocks are not looked for, since a
 * search compares the logs that it finds.
 * @throws {Fault} `unusable-data` if a row or the receipts are missing, or differ.
 */
export function* verifyLogIndex(
  store: Reader,
  header: Header,
  hash: BlockHash,
): Generator<void, void> {
  if (isEqual(header.logsBloom, emptyBloom)) return;
  const receipts = yield* store.getSteps(table.receipts, hash);
  if (receipts === undefined || verifyReceiptsFact(header, receipts) !== undefined) {
    throw unusableSnapshot(`the receipts of block ${header.number} are missing or wrong`);
  }
  const logs = receipts.flatMap((receipt) => receipt.logs);
  for (const [key, expected] of yield* logRows(header.number, logs)) {
    const found = store.get(table.logIndex.raw, key);
    if (found === undefined || !isEqual(found, positions.encode(expected))) {
      throw unusableSnapshot(`the log index does not have all logs of block ${header.number}`);
    }
    yield;
  }
}
