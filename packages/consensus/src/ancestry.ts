/** Gives rules access to ancestors. */
import type { BlockHash, Header } from "@tandem/primitives";

/** The branch that ends at the parent of the validated block. */
export interface Ancestry {
  header(height: number): Header | undefined;
  hash(height: number): BlockHash | undefined;
  /** Returns the uncles listed by the block at that height. */
  uncles(height: number): readonly Header[];
}
