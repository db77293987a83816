/** Declares the cluster status of a node. */

/** The role of a node in its cluster, and its progress. */
export interface ClusterStatus {
  /** A `standby` follows, and is ready to seal blocks. */
  readonly role: "sealer" | "standby" | "replica";
  /** The number of times that any node started to seal blocks. */
  readonly epoch: number;
  /** The newest sequence of the log that was applied here, and the newest that is known. */
  readonly applied: number;
  readonly last: number;
  /**
   * The milliseconds since the node was last known to have applied the whole log; 0 while it has.
   */
  readonly behindMs: number;
  /** The reason why the log cannot be followed; undefined while it is. */
  readonly trouble: string | undefined;
  /** The number of appends of this node that failed because another node had taken over. */
  readonly fenced: number;
  /** The number of times this node started to seal blocks. */
  readonly elections: number;
}
