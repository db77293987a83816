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

/** Bitcoin blocks a fork monitor remembers: four weeks. */
export const bitcoinBlocksKept = 4032;
/** Forks it remembers; the one with the oldest last witness goes first. */
export const forksKept = 64;
/** Witnesses of one fork it remembers; of the rest their number and what they said of its start. */
export const witnessesKept = 512;
/** Bytes of one hidden branch's vector it remembers: 8,192 blocks of ours. */
export const hiddenBytesKept = 128;
/** Newest tagged Bitcoin blocks a fork's share of the hash power is taken over: most of a day. */
export const shareWindowMax = 100;
/** Blocks a tag may be ahead of the main chain's head as this node knows it: five minutes. */
export const aheadBlocksMax = 12;
/** Blocks ahead of the head beyond which a height is taken for noise and not for a fork. */
export const plausibleAheadMax = 100_000;
