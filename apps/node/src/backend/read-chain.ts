/** Declares the parts of a chain that reads need. */
import type { Chain, ChainReader } from "@tandem/chain";

/**
 * The chain itself, or a reader of it in another thread, whose `pending` rejects. The time of the next block
 * is the earliest one there, because developers' requests are known in the main thread alone.
 */
export interface ReadChain extends ChainReader, Pick<Chain, "pending"> {
  readonly time: Pick<Chain["time"], "timestampOn">;
}
