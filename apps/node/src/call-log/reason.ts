/** Formats the reason of a revert from its output. */
import { toHex } from "@tandem/primitives";
import { revertReason } from "@tandem/rpc";

/** The bytes of an error without text: its selector and a word. */
const reasonBytesMax = 36;

/** Returns the reason as text, or the output in hex. */
export function reasonOf(output: Uint8Array): string {
  if (output.length === 0) return "without a reason";
  return revertReason(output) ?? toHex(output.subarray(0, reasonBytesMax));
}
