/** Every bound of the inspect commands, with why. */

/** Bitcoin blocks read from a node unless told otherwise: a day. */
export const bitcoinBlocksDefault = 144;
/** Bitcoin blocks asked for at once; a node with a full disk cache answers them side by side. */
export const bitcoinBlocksAtOnce = 8;
/** Blocks of ours in one request: their JSON may list a thousand transactions each. */
export const blocksPerRequest = 50;
/** Characters of a line of a file: a block of 4 MB in hex, and room for the rest. */
export const lineCharactersMax = 9_000_000;
/** Witnesses of a fork a table names. */
export const witnessesShown = 6;
