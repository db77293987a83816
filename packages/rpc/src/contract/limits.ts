/** Declares the limits of answers that the contract states. */

/** The maximum number of blocks in one answer, to which geth shortens a longer range too. */
export const feeBlocksMax = 1024;

/** The maximum number of storage slots in one request, as in geth: each needs a walk down a trie. */
export const slotsMax = 1024;

/** The maximum number of transactions on a page of an explorer; a page of a search ends with a whole block. */
export const explorerPageMax = 250;
