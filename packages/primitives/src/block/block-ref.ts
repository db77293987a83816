import type { BlockHash } from "../bytes/brands.js";

/**
 * A block tag. `safe` and `finalized` are a documented number of blocks behind the head, never
 * below genesis.
 */
export type BlockTag = "latest" | "earliest" | "pending" | "safe" | "finalized";

/** A reference to a block in a request. `requireCanonical` is defined by EIP-1898. */
export type BlockRef =
  | { readonly tag: BlockTag }
  | { readonly number: number }
  | { readonly hash: BlockHash; readonly requireCanonical?: boolean };

/** Returns whether a reference is a tag whose block changes as the chain grows. */
export const movesWithHead = (ref: BlockRef): boolean => "tag" in ref && ref.tag !== "earliest";
