/** Declares the facts on which the nodes of a cluster agree permanently. */

export interface Founding {
  /** Sets a fact unless another node has set it before. Returns the value that was set first. */
  agree(name: string, value: string): Promise<string>;
}
