/** Declares the parts of a chain that reads need. */
import type { Chain, ChainReader } from "@tandem/chain";

/** The chain itself, or a reader of it in another thread, whose `pending` rejects. */
export type ReadChain = ChainReader & Pick<Chain, "pending">;
