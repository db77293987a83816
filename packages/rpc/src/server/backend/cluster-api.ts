/** Declares what a node knows of the cluster that it is a member of. */
import type { ClusterStatus } from "@tandem/primitives";

/** Connects a node to the one that makes the blocks. */
export interface ClusterApi {
  /** Returns whether this node answers for the cluster. */
  isSealer(): boolean;
  /** Returns undefined before the node has joined. */
  status(): ClusterStatus | undefined;
  /**
   * Passes a request to the sealer, and waits until this node has what the sealer has done.
   * @param client id of the client that sends it.
   * @returns the JSON text of the result.
   * @throws {RpcError} as the sealer answers it. @throws {Fault} `unsealable` if no node answers.
   */
  ask(method: string, params: readonly unknown[], client: string): Promise<string>;
}
