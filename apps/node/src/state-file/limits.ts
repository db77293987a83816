/** Defines the limits of a dumped state. */

/** The maximum bytes of decompressed JSON. */
export const dumpBytesMax = 512 * 1024 * 1024;

/**
 * The maximum number of accounts and slots together of a state that a client sends. Each takes some
 * four kilobytes while it is hashed and written, and a node has no memory for more beside its other
 * work; larger states are for `--load-state`, before the node serves requests.
 */
export const loadedEntriesMax = 200_000;

/** The maximum bytes of a file of `--load-state`: Node reads no longer file at once. */
export const stateFileBytesMax = 2 ** 31 - 1;
