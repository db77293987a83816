/** Declares the facts on which the nodes of a cluster agree permanently. */

export interface Founding {
  /**
   * Sets a fact unless another node has set it before. Returns the value that was set first.
   * @throws {LogUnavailable} if the servers do not return that value yet. @throws their refusal to set one.
   */
  agree(name: string, value: string): Promise<string>;
  /** Sets a fact again, which the servers may have lost, or which a node without the chain may have set since. */
  set(name: string, value: string): Promise<void>;
}
