/** Bounds of the values of a chain spec and of its blocks. */

/**
 * Ethereum's limit of a contract's code, in bytes (EIP-170): a chain may raise it, not lower it.
 */
export const codeSizeLimitMin = 24_576;

/**
 * The maximum of a raised limit, in bytes: init code may have twice as many, whose jump
 * destinations are found without yielding, in about fifty milliseconds.
 */
export const codeSizeLimitMax = 262_144;

/**
 * The maximum of a code that no block created, in bytes: of a dumped state, or of another chain that is forked. A request
 * sets no longer one, since its body has at most 25 MiB and two digits for each byte. It is hashed in one go, in about a
 * tenth of a second.
 */
export const givenCodeBytesMax = 13_107_200;

/**
 * The minimum of a block size limit, in bytes: the longest transaction that a chain accepts by
 * default fits with the rest of a block.
 */
export const blockSizeLimitMin = 262_144;

/**
 * The maximum chain id, which is that of wallets: with it, `v` of a legacy transaction (EIP-155) is an integer that
 * JavaScript represents exactly.
 */
export const chainIdMax = 4_503_599_627_370_476;

/** The lowest gas limit that a block of geth's can have. */
export const gethMinimumGasLimit = 5_000n;

/** The highest gas limit of genesis, which is geth's of a block: clients read 64 bits. */
export const gasLimitMax = 2n ** 63n - 1n;

/**
 * The maximum timestamp, in Unix seconds: the last time of ECMAScript's `Date` (ECMA-262, time
 * values), so that each time of a block can be shown as a date.
 */
export const timestampMax = 8_640_000_000_000;
