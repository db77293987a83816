/** Declares the limits of answers that the contract states. */

/** The maximum number of blocks in one answer, to which geth shortens a longer range too. */
export const feeBlocksMax = 1024;
