/** Bounds of the rules that are the same on every chain. */

/** Bytes of a header's extra data. */
export const extraDataBytesMax = 32;
/** Uncles one block may list. */
export const unclesMax = 10;
/** Generations back an uncle's parent may be. */
export const uncleGenerationsMax = 7;
/** Bytes of a Merkle proof: thirty levels (RSKIP-180). */
export const proofBytesMax = 960;
/** Bytes of the coinbase tail before the tag. */
export const tagOffsetMax = 63;
/** Bytes of the coinbase after the tag and its hash. */
export const afterTagBytesMax = 128;
/** The whole coinbase is longer than this many bytes. */
export const coinbaseBytesMin = 64;
