/** Declares the facts on which the nodes of a cluster agree permanently. */

export interface Founding {
  /** Sets a fact unless another node has set it before. Returns the value that was set first. */
  agree(name: string, value: string): Promise<string>;
  /** Sets a fact again, which the servers may have lost, or which a node without the chain may have set since. */
  set(name: string, value: string): Promise<void>;
}
