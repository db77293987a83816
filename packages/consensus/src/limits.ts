/** Bounds of the rules that are the same on every chain. */

/** Bytes of a header's extra data. */
export const extraDataBytesMax = 32;
/** Uncles that one block may list. */
export const unclesMax = 10;
/** Maximum generations back to an uncle's parent. */
export const uncleGenerationsMax = 7;
/** Bytes of a Merkle proof: thirty levels (RSKIP-180). */
export const proofBytesMax = 960;
/** Bytes of the coinbase tail before the tag. */
export const tagOffsetMax = 63;
/** Bytes of the coinbase after the tag and its hash. */
export const afterTagBytesMax = 128;
/** The coinbase must have more bytes than this. */
export const coinbaseBytesMin = 64;

/** Bitcoin blocks that a fork monitor stores: four weeks. */
export const bitcoinBlocksKept = 4032;
/** Forks that it stores; the one with the oldest last witness is dropped first. */
export const forksKept = 64;
/** Witnesses stored per fork; of older ones only their number and their bound of its start. */
export const witnessesKept = 512;
/** Vector bytes stored per hidden branch: 8,192 blocks. */
export const hiddenBytesKept = 128;
/**
 * The newest tagged Bitcoin blocks from which a fork's share of the hash power is computed: most of
 * a day.
 */
export const shareWindowMax = 100;
/** Blocks by which a tag may be ahead of this node's head: five minutes. */
export const aheadBlocksMax = 12;
/** Blocks ahead of the head beyond which a height is considered meaningless. */
export const plausibleAheadMax = 100_000;
