/** Declares the status of the node in its cluster. */
import type { ClusterStatus } from "@tandem/primitives";

/** Connects a node to the sealer of its cluster. */
export interface ClusterApi {
  /** Returns whether this node is the sealer of the cluster. */
  isSealer(): boolean;
  /** Returns undefined before the node has joined. */
  status(): ClusterStatus | undefined;
  /**
   * Forwards a request to the sealer, and waits until this node has the effects of the request.
   * @param client id of the client that sends it.
   * @returns the JSON text of the result.
   * @throws {RpcError} the error of the sealer. @throws {Fault} `unsealable` if no node answers.
   */
  ask(method: string, params: readonly unknown[], client: string): Promise<string>;
  /**
   * Resolves or rejects like the result of a request that this node does as the sealer.
   * @throws {Fault} `unsealable` once the log does not answer for too long.
   */
  limit<T>(result: Promise<T>): Promise<T>;
}
