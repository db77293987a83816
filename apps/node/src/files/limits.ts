/** Defines the limits of files that settings and commands name. */

/** The maximum bytes of a config file, a scenario or a contract's interface. */
export const smallFileBytesMax: number = 16 * 1024 * 1024;
/** The maximum bytes of a chain file: the genesis accounts of a large chain fit. */
export const chainFileBytesMax: number = 256 * 1024 * 1024;
/**
 * Milliseconds after its last write for which an unfinished file is kept: a process that still writes it writes all the time.
 */
export const unfinishedKeptMs: number = 24 * 3_600_000;
/** The maximum bytes of a file of blocks: Node reads no longer file as a whole. */
export const blocksFileBytesMax: number = 2 ** 31 - 1;
