/** The limits of this package, with their reasons. */

/** Decoded trie nodes cached in memory, about 40 MB: the upper levels and the leaves read most. */
export const nodesKeptMax = 60_000;

/**
 * Maximum links from one trie node's row to older rows. More would save little: a link of a full
 * branch takes an eighth of its size.
 */
export const nodeLinksMax = 15;

/** Bytes of encoded branches that are kept where rows are given: the upper levels, which change most. */
export const givenBytesKeptMax = 33_554_432;

/** Hashes of code that is known to be on the disk, where rows are given. */
export const codesKnownMax = 4_096;

/** Addresses and slots that are known to be on the disk, where rows are given: some 5 MB. */
export const preimagesKnownMax = 32_768;

/**
 * States of which reads are cached, and the accounts and slots of each: some 35 MB for a state at most, and
 * 5 MB more for each that begins with its reads. The senders of a full pool, of which there are 50,000, are
 * read with each block.
 */
export const statesReadMax = 2;
export const accountsReadMax = 65_536;
export const slotsReadMax = 10_000;

/** Slots that are cached if they are read again: 64 KB of their hashes. A power of two. */
export const slotsSeenMax = 16_384;

/**
 * Slots of an account that a block changed and that are copied into the reads of the state after it. Copies above
 * `slotsReadMax` would be dropped and made again with each call.
 */
export const slotsCopiedMax = 2_500;

/** States that were computed and not read yet, of which the reads of the state before are cached. */
export const statesMadeMax = 4;

/** Bytes of contract code cached in memory. */
export const codeBytesKeptMax = 33_554_432;

/** Changes of a trie that are hashed between two reads of the clock: less than a millisecond. */
export const changesBeforeYield = 64;

/** Executions per estimate: the binary search needs 63 at most, the probes before it three. */
export const estimateRunsMax = 80;

/** Bytes of traces that a transaction may have in any case. */
export const traceBytesBase = 131_072;

/**
 * Further bytes of traces per unit of gas used. A contract can pass a megabyte that it wrote once
 * to a thousand others for almost no gas; without this bound, the traces of one block would fill
 * memory and disk.
 */
export const traceBytesPerGas = 2;

/** Executions per access list: each finds addresses that become warm in the next. */
export const accessListRunsMax = 8;

/**
 * Accounts and slots of a call's overrides that are applied between two reads of the clock: less
 * than a millisecond.
 */
export const overridesInSlice = 256;
