/** Declares the limits of a node in a cluster. */
export const clusterLimits = {
  /** The maximum number of blocks in a record that a node appends to a log that lacks them. */
  recordBlocksMax: 64,
  /** The bytes from which on such a record gets no further block: readers have a whole record in memory. */
  recordBytesMin: 4 * 1024 * 1024,
  /** The maximum milliseconds for which a request waits for a sealer. */
  electionMsMax: 30_000,
  /** The milliseconds between two attempts to reach the sealer. */
  askAgainMs: 50,
  /**
   * The maximum milliseconds for a replica to apply the effects of its client's request at the
   * sealer.
   */
  applyMsMax: 30_000,
  /**
   * The maximum milliseconds after a node's start for which pending transactions of other nodes wait
   * until it has caught up with the log.
   */
  catchUpMsMax: 60_000,
  /** The maximum number of messages at the beginning of a log in which a node looks for a block. */
  firstMessagesMax: 16,
  /**
   * The milliseconds between two attempts to import pending transactions of other nodes while the database is closed,
   * since its disk failed.
   */
  readAgainMs: 1_000,
  /**
   * The milliseconds without an answer of the log after which requests to the sealer are answered
   * with an error, and those between two checks.
   */
  silentMsMax: 30_000,
  silenceCheckMs: 1_000,
  /**
   * The maximum number of blocks that a node brings back to a log that was lost, and of the attempts
   * for each of them.
   */
  lostBlocksMax: 256,
  lostBlockAttemptsMax: 5,
  /**
   * The maximum number of transactions in a message of pending ones. A message of nodes has fewer: signed ones have some
   * eighty bytes at least.
   */
  waitingInMessageMax: 8_192,
  /** The milliseconds of lag behind the log above which `/health` reports that the node is not ready. */
  lagMsMax: 5_000,
} as const;
