/** Encodes the traces of a block. No header commits to them, so a digest of the block's hash and the traces follows. */
import {
  type BlockTraces,
  isEqual,
  RlpCursor,
  restoreTraces,
  restoreTracesSteps,
  storeTraces,
} from "@tandem/primitives";
import type { ValueCodec } from "./codec.js";
import { rowDigest, rowDigestBytes } from "./row-digest.js";

/** The rule that a row of an older version breaks: it has no digest. */
const undigested = "traces/no-digest";

/** Returns the rule that a row breaks, which has to have a digest. */
export function verifyDigestedTraces(row: Uint8Array, hash: Uint8Array): string | undefined {
  const end = endOfList(row);
  if (end === row.length) return undigested;
  if (end === undefined || end + rowDigestBytes !== row.length) return "row/form";
  const found = row.subarray(end);
  return isEqual(found, rowDigest(hash, row.subarray(0, end))) ? undefined : "traces/digest";
}

function endOfList(row: Uint8Array): number | undefined {
  try {
    return new RlpCursor(row).enter();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Encodes the traces of a block. */
export const traceRow: ValueCodec<BlockTraces> = {
  encode: (traces, hash) => traceRowOf(storeTraces(traces), hash),
  verify(row, hash) {
    const broken = verifyDigestedTraces(row, hash);
    return broken === undigested ? undefined : broken;
  },
  decode: restoreTraces,
  decodeSteps: restoreTracesSteps,
};

/** Returns the row of a block's traces. @param stored as `storeTraces` encodes them. */
export function traceRowOf(stored: Uint8Array, hash: Uint8Array): Uint8Array {
  const row = new Uint8Array(stored.length + rowDigestBytes);
  row.set(stored);
  row.set(rowDigest(hash, stored), stored.length);
  return row;
}
