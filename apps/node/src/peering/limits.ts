/** Names the limits of what is remembered of other nodes' blocks. */

export const peeringLimits = {
  /** The blocks that are remembered to be invalid. */
  invalidBlocksMax: 1024,
  /** The blocks that are remembered to be of the future, and the milliseconds for which they are. */
  earlyBlocksMax: 1024,
  earlyMs: 4000,
} as const;
