/**
 * Defines an uncle as a block. A node that received the uncle as a block returns all of it. A node
 * with only its header omits what a header does not determine, and returns no transactions.
 */
import { type Header, hashHeader } from "@tandem/primitives";
import type * as z from "@tandem/schema";
import { type BlockAnswer, block, showBlock } from "./block.js";

export const uncle = block.meta({ id: "Uncle" });
export type UncleAnswer = z.output<typeof uncle>;

const unknownHash = new Uint8Array(32);

/** Converts an uncle of which only the header is known. */
export function showUncleHeader(header: Header): UncleAnswer {
  const shown: BlockAnswer = showBlock(
    {
      header,
      transactions: [],
      uncles: [],
      hash: hashHeader(header),
      totalDifficulty: 0n,
      hashForMergedMining: unknownHash,
    },
    false,
  );
  const { totalDifficulty, cumulativeDifficulty, hashForMergedMining, ...known } = shown;
  return known;
}
