/** Bounds of what a chain spec may say. */

/** Ethereum's limit of a contract, in bytes (EIP-170): a chain may lift it, not lower it. */
export const codeSizeLimitMin = 24_576;

/** Init code may have twice that, whose jump destinations are found in one go: some fifty milliseconds. */
export const codeSizeLimitMax = 262_144;

/** A transaction of the longest kind a chain takes by default fits, and what stands beside it. */
export const blockSizeLimitMin = 262_144;
