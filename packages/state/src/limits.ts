/** The limits of this package, with their reasons. */

/** Decoded trie nodes kept in memory, about 40 MB: the upper levels and the busy leaves. */
export const nodesKeptMax = 60_000;

/**
 * Rows of the disk one trie node may lead on to. With more the disk saves little more: a link of a
 * full branch is an eighth of it.
 */
export const nodeLinksMax = 15;

/** Views of states that are kept, and accounts each of them remembers: 2 MB a view at most. */
export const viewsKeptMax = 8;
export const viewAccountsMax = 10_000;

/** Bytes of contract code kept in memory. */
export const codeBytesKeptMax = 33_554_432;

/** Changes of a trie that are hashed without a look at the clock: less than a millisecond. */
export const changesBeforeYield = 64;

/** Runs one estimate may take: the binary search needs 63 at most, the probes before it three. */
export const estimateRunsMax = 80;

/** Bytes of traces a transaction may have in any case. */
export const traceBytesBase = 131_072;

/**
 * Bytes of traces a transaction may have more for each unit of gas. A contract can pass a megabyte
 * it wrote once to a thousand others for next to no gas; without a bound of what it paid for, the
 * traces of one block would fill memory and disk.
 */
export const traceBytesPerGas = 2;

/** Runs one access list may take: each lets the next see which addresses it makes warm. */
export const accessListRunsMax = 8;

/** Accounts and slots of a call's overrides that are applied between two looks: less than a millisecond. */
export const overridesInSlice = 256;
