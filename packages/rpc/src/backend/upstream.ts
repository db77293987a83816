/** Declares the interface to the chain that this one was forked from. */

/** The history that a request reads: the state after a block, or a block or a transaction as it is stored. */
export type HistoryKind = "state" | "block" | "transaction";

/** A request about the past of the chain. */
export interface HistoricalRequest {
  /** The declared name of the method. */
  readonly method: string;
  /** The parameters as they were received. */
  readonly params: readonly unknown[];
  readonly kind: HistoryKind;
  /** The index of the parameter that names the block or transaction. */
  readonly at: number;
}

/**
 * The chain that is forked. Both methods return its result as it was received, and reject with its
 * error.
 */
export interface Upstream {
  /** Returns undefined if the request is about this node's own blocks. */
  before(request: HistoricalRequest): Promise<unknown> | undefined;
  /**
   * Called when the result on this node is undefined. Returns undefined if that chain cannot have a
   * result either.
   */
  otherwise(request: HistoricalRequest): Promise<unknown> | undefined;
}
