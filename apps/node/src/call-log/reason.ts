/** Why something reverted, from what it returned. */
import { toHex } from "@tandem/primitives";
import { revertReason } from "@tandem/rpc";

/** Bytes of an error that has no words of its own: its selector and a word. */
const reasonBytesMax = 36;

/** Why something reverted, in words if it gave any. */
export function reasonOf(output: Uint8Array): string {
  if (output.length === 0) return "without a reason";
  return revertReason(output) ?? toHex(output.subarray(0, reasonBytesMax));
}
