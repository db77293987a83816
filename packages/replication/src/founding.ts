/** Declares the facts on which the nodes of a cluster agree once and for ever. */

export interface Founding {
  /** States a fact unless another node has stated it before. Returns what is stated. */
  agree(name: string, value: string): Promise<string>;
}
