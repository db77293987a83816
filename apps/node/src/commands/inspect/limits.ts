/** Defines the limits of the inspect commands, with their reasons. */

/** The default number of Bitcoin blocks read from a node: a day. */
export const bitcoinBlocksDefault = 144;
/**
 * The number of concurrent requests for Bitcoin blocks; a node with a full disk cache answers them in
 * parallel.
 */
export const bitcoinBlocksAtOnce = 8;
/**
 * The number of blocks of this chain in one request: their JSON may list a thousand transactions each.
 */
export const blocksPerRequest = 50;
/** The maximum characters of a line of a file: a block of 4 MB in hex, and its JSON. */
export const lineCharactersMax = 9_000_000;
/** The maximum number of a fork's witnesses in a table. */
export const witnessesShown = 6;
