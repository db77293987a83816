/** Defines the limits of requests to the forked node. */

export const forkLimits = {
  /** Milliseconds of one request. */
  requestMs: 20_000,
  /** Milliseconds of the request that looks at the start whether the node still is one of the forked chain. */
  checkMs: 3_000,
  /** The maximum number of attempts. */
  triesMax: 5,
  /** Milliseconds before the second attempt; doubled before each further one. */
  retryMs: 250,
  /** The maximum milliseconds that a node may ask to wait before the next attempt; a longer wait ends the request. */
  restMaxMs: 20_000,
  /** The maximum milliseconds that are read from the header Retry-After, which may have any number of digits: a day. */
  restReadMaxMs: 24 * 3_600_000,
  /** The maximum number of requests under way: nodes limit the connections of a client, and this process its files. */
  requestsAtOnce: 32,
  /** The maximum bytes of an answer: a block's receipts, or the logs of a range. */
  answerBytesMax: 256 * 1024 * 1024,
  /** The maximum bytes of all answers that are being read: a short compressed one may become long. */
  answersBytesMax: 512 * 1024 * 1024,
  /**
   * The maximum levels of arrays and objects in an answer: each of 1,024 calls in a trace takes two. `JSON.stringify`,
   * which writes an answer for a client, has stack for some five thousand.
   */
  answerDepthMax: 2_500,
  /** The highest block that can be forked: heights above it are left for this chain, whose keys have 48 bits. */
  heightMax: 2 ** 47,
  /** The maximum number of accounts and slots of a dumped state that are loaded at the same time. */
  loadsAtOnce: 16,
  /** The number of cached block hashes for BLOCKHASH, which reaches 256 back. */
  hashesKept: 1024,
} as const;
