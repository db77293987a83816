/** Rows of traces, which no header commits to: a digest of the block's hash and the traces follows them. */
import { type BlockHash, isEqual, RlpCursor } from "@tandem/primitives";
import { type Reader, rowDigest, rowDigestBytes, table } from "@tandem/store";

/** @param traces as `storeTraces` gives them. */
export function traceRow(hash: BlockHash, traces: Uint8Array): Uint8Array {
  const row = new Uint8Array(traces.length + rowDigestBytes);
  row.set(traces);
  row.set(rowDigest(hash, traces), traces.length);
  return row;
}

/**
 * Reads the stored traces of a block; undefined when there is no such row. Rows of older versions
 * have no digest.
 * @throws {Fault} `corrupt-data`
 */
export function readTraceRow(
  store: Reader,
  hash: BlockHash,
  height: number,
): Uint8Array | undefined {
  const row = store.get(table.traces, hash);
  if (row === undefined) return undefined;
  const rule = brokenRule(hash, row);
  if (rule === undefined) return row;
  throw store.damaged({ table: table.traces.name, key: hash, height, rule });
}

function brokenRule(hash: BlockHash, row: Uint8Array): string | undefined {
  const end = endOfList(row);
  if (end === row.length) return undefined;
  if (end === undefined || end + rowDigestBytes !== row.length) return "row/form";
  const found = row.subarray(end);
  return isEqual(found, rowDigest(hash, row.subarray(0, end))) ? undefined : "traces/digest";
}

function endOfList(row: Uint8Array): number | undefined {
  try {
    return new RlpCursor(row).enter();
  } catch {
    return undefined;
  }
}
