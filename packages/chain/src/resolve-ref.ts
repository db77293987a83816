/** Which block a reference names on the canonical chain. */
import type { BlockRef, StoredBlock } from "@tandem/primitives";
import type { Blocks } from "./blocks.js";
import { chainLimits } from "./limits.js";

/** Undefined when there is none, and for pending. */
export function resolveRef(
  ref: BlockRef,
  head: StoredBlock,
  blocks: Blocks,
): Uint8Array | undefined {
  if ("hash" in ref) {
    const header = blocks.header(ref.hash);
    if (header === undefined) return undefined;
    return ref.requireCanonical && !blocks.isCanonical(ref.hash, header.number)
      ? undefined
      : ref.hash;
  }
  if ("number" in ref) {
    return ref.number === head.header.number ? head.hash : blocks.canonicalHash(ref.number);
  }
  const behind = (depth: number) =>
    blocks.canonicalHash(Math.max(blocks.first, head.header.number - depth));
  switch (ref.tag) {
    case "latest":
      return head.hash;
    case "earliest":
      return blocks.canonicalHash(blocks.first);
    case "safe":
      return behind(chainLimits.safeDepth);
    case "finalized":
      return behind(chainLimits.finalizedDepth);
    case "pending":
      return undefined;
  }
}
