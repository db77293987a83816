/** Declares the limits of a node in a cluster. */
export const clusterLimits = {
  /** The milliseconds for which a request waits until a node seals. */
  electionMsMax: 30_000,
  /** The milliseconds between two attempts to find the node that seals. */
  askAgainMs: 50,
  /** The milliseconds a replica has to apply what the sealer did for its client. */
  applyMsMax: 30_000,
  /** The milliseconds a node may be behind the log before `/health` turns traffic away. */
  lagMsMax: 5_000,
} as const;
