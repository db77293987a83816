/** Encodes the traces of a block. No header commits to them, so a digest of the block's hash and the traces follows. */
import {
  type BlockTraces,
  isEqual,
  RlpCursor,
  restoreTraces,
  restoreTracesSteps,
  storeTracesSteps,
} from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import type { ValueCodec } from "./codec.js";
import { rowDigest, rowDigestBytes } from "./row-digest.js";

/** Encodes the traces of a block. Rows of older versions have no digest. */
export const traceRow: ValueCodec<BlockTraces> = {
  encode: (traces, hash) => runSync(encodeSteps(traces, hash)),
  encodeSteps,
  verify(row, hash) {
    const end = new RlpCursor(row).enter();
    if (end === row.length) return undefined;
    if (end + rowDigestBytes !== row.length) return "row/form";
    const found = row.subarray(end);
    return isEqual(found, rowDigest(hash, row.subarray(0, end))) ? undefined : "traces/digest";
  },
  decode: restoreTraces,
  decodeSteps: restoreTracesSteps,
};

function* encodeSteps(traces: BlockTraces, hash: Uint8Array): Generator<void, Uint8Array> {
  const stored = yield* storeTracesSteps(traces);
  const row = new Uint8Array(stored.length + rowDigestBytes);
  row.set(stored);
  row.set(rowDigest(hash, stored), stored.length);
  return row;
}
