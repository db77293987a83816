/** Names the limit of what is remembered of other nodes' blocks. */

export const peeringLimits = {
  /** The blocks that are remembered to be invalid. */
  invalidBlocksMax: 1024,
} as const;
