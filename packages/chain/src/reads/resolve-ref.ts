/** Resolves a block reference to a block of the canonical chain. */
import type { BlockRef, StoredBlock, TxHash } from "@tandem/primitives";
import type { Location } from "@tandem/store";
import { chainLimits } from "../limits.js";
import type { Blocks } from "./blocks.js";

/** The parts of the head that references need. */
export type HeadBlock = Pick<StoredBlock, "hash" | "header">;

/**
 * Returns the canonical block's hash; undefined if there is none, and for `pending`.
 * @param isHeadFinal whether `safe` and `finalized` are the head.
 */
export function resolveRef(
  ref: BlockRef,
  head: HeadBlock,
  blocks: Blocks,
  isHeadFinal = false,
): Uint8Array | undefined {
  if ("hash" in ref) {
    const header = blocks.header(ref.hash);
    if (header === undefined) return undefined;
    return ref.requireCanonical && !blocks.isCanonical(ref.hash, header.number)
      ? undefined
      : ref.hash;
  }
  if ("number" in ref) {
    if (ref.number === head.header.number) return head.hash;
    return isBeyond(ref.number, head) ? undefined : blocks.canonicalBlockHash(ref.number);
  }
  const behind = (depth: number) =>
    isHeadFinal
      ? head.hash
      : blocks.canonicalBlockHash(Math.max(blocks.first, head.header.number - depth));
  switch (ref.tag) {
    case "latest":
      return head.hash;
    case "earliest":
      return blocks.canonicalBlockHash(blocks.first);
    case "safe":
      return behind(chainLimits.safeDepth);
    case "finalized":
      return behind(chainLimits.finalizedDepth);
    case "pending":
      return undefined;
  }
}

/**
 * Returns the position of a transaction on the canonical chain, or undefined.
 *
 * The rows of a new head are on disk before the head moves. They are not shown until then, or a
 * client would see a receipt whose block is newer than `latest`.
 * @param isWriting whether the head may be about to move.
 */
export function locateTransaction(
  hash: TxHash,
  head: HeadBlock,
  blocks: Blocks,
  isWriting: boolean,
): Location | undefined {
  const location = blocks.location(hash);
  if (location === undefined || !isWriting) return location;
  const header = blocks.header(location.blockHash);
  return header === undefined || isBeyond(header.number, head) ? undefined : location;
}

const isBeyond = (height: number, head: HeadBlock) => height > head.header.number;
