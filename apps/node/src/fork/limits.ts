/** Bounds of what is asked of the node that is forked. */

export const forkLimits = {
  /** Milliseconds one request may take. */
  requestMs: 20_000,
  /** Times a request is made before it is given up. */
  triesMax: 5,
  /** Milliseconds before the second try; twice as long before each after it. */
  retryMs: 250,
  /** Bytes of an answer: a block's receipts, or the logs of a range. */
  answerBytesMax: 256 * 1024 * 1024,
  /** Hashes of blocks kept for BLOCKHASH, which reaches 256 back. */
  hashesKept: 1024,
} as const;
