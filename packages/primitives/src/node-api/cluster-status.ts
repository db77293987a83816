/** Declares what a node of a cluster says of itself. */

/** Tells what a node is in its cluster, and how far it is. */
export interface ClusterStatus {
  /** A `standby` follows, and is ready to make blocks. */
  readonly role: "sealer" | "standby" | "replica";
  /** The number of times that a node began to make the blocks. */
  readonly epoch: number;
  /** The newest sequence of the log that was applied here, and the newest that is known. */
  readonly applied: number;
  readonly last: number;
  /** The milliseconds since the node was last known to have everything that the log has; 0 while it has. */
  readonly behindMs: number;
  /** Describes why the log cannot be followed; undefined while it is. */
  readonly trouble: string | undefined;
  /** The number of appends of this node that failed because another one has taken over. */
  readonly fenced: number;
  /** The number of times this node began to make the blocks. */
  readonly elections: number;
}
