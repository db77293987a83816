import type { BlockHash } from "../bytes/brands.js";

/** `safe` and `finalized` are the head less a documented depth, never below genesis. */
export type BlockTag = "latest" | "earliest" | "pending" | "safe" | "finalized";

/** A block as a request names it. `requireCanonical` is EIP-1898's. */
export type BlockRef =
  | { readonly tag: BlockTag }
  | { readonly number: number }
  | { readonly hash: BlockHash; readonly requireCanonical?: boolean };
