/** Every bound of the chain's loops, queues and caches, with why. */

export const chainLimits = {
  /** Blocks below the head whose headers are verified when a chain is opened. */
  startCheckBlocks: 16,
  /** Rows of blocks that are remembered to belong to their keys, so that they are not hashed again. */
  verifiedRowsKept: 65_536,
  /** Damaged rows a check of the database describes; all are counted. */
  checkFindingsMax: 1000,
  /** Rows it reads at a time: of the largest table they are blocks' bodies. */
  checkPageRows: 64,
  /** Bytes of rows that are passed on at a time to another node. */
  dumpPieceBytes: 128 * 1024,
  /** Bytes of rows that are written at a time into a database that is filled. */
  restoreBatchBytes: 4 * 1024 * 1024,
  /** Bytes of a block kept for its header, proof and ten uncles where its size has a bound. */
  blockBytesBesideTransactions: 65_536,
  /** Executed blocks kept decoded: the head's neighbourhood is read again and again. */
  blocksCached: 256,
  /** Bytes they take, estimated: of fifty blocks of thirty million gas that are full of transfers. */
  blockBytesCached: 128 * 1024 * 1024,
  /** Prices of gas kept with the blocks they were paid in, of a thousand blocks at most: 6 MB. */
  pricesKept: 65_536,
  /** Headers kept decoded: fork detection and log scans walk back over hundreds. */
  headersCached: 4096,
  /** Rows of the transaction lookup that are cached, some 3 MB. */
  transactionLookupsCached: 16_384,
  /** Bytes of receipts kept for log queries: of 2,000 blocks with a hundred logs each. */
  blockLogsBytesMax: 48 * 1024 * 1024,
  /** Heights at the front of a range that tell whether most have hits: no more than are probed. */
  densityProbe: 64,
  /** Blocks of range up to which a log query may return any number (specification section 8). */
  logRangeUncapped: 2000,
  /** Logs a query over a wider range may return (specification section 8). */
  logsMax: 10_000,
  /** Blocks of range a trace query may span (specification section 8). */
  traceRangeMax: 2000,
  /** Blocks whose matches are counted together, for a page far into a range to pass over at once. */
  traceSpanBlocks: 128,
  /** Such counts that are remembered: of a thousand filters over ranges of the widest kind. */
  traceSpansCounted: 16_384,
  /** Bytes that traces kept decoded take, and the text made of them, estimated: some 10,000 traces. */
  traceBytesCached: 32 * 1024 * 1024,
  /** Bytes of a block's stored traces that are decoded at once: less than a millisecond. */
  traceBytesAtOnce: 16 * 1024,
  /**
   * RLP items of a transaction inside a block that is brought: an access list of as many slots costs
   * more gas than ten blocks have, and decoding it no more than a tenth of a second.
   */
  transactionItemsMax: 200_000,
  /** Rows of heights and hashes read at a time. */
  canonicalPageRows: 512,
  /** Such pages remembered, 16 KiB each: of 32,768 blocks. */
  canonicalPagesKept: 64,
  /** Rows of an index read to find which criterion is rarest, and then a page. */
  indexProbeRows: 128,
  indexPageRows: 2048,
  /**
   * Blocks whose rows a search by address reads together: at first, and where there is little. A window
   * of the widest kind has half a megabyte of heights if there is a row for each.
   */
  addressSpanBlocks: 64,
  addressSpanBlocksMax: 16_384,
  /** Heights below a block that its ancestors' hashes are kept for: fork detection goes back 448. */
  ancestorHashesMax: 512,
  /** Blocks with transactions the price of gas is taken from, and blocks looked at to find them. */
  priceBlocks: 20,
  priceBlocksSearched: 200,
  /** Blocks behind the head that `safe` and `finalized` name. */
  safeDepth: 32,
  finalizedDepth: 64,
  /** Blocks of the last generations looked at for uncles. */
  uncleCandidatesMax: 64,
  /** Heights above the head for which uncle candidates are read ahead, and the keys held for them. */
  uncleHeightsAhead: 256,
  uncleCandidateKeysMax: 1024,
  /** Milliseconds `submit` waits for the block of a transaction when blocks are made at once. */
  inclusionWaitMs: 10_000,
  /** Milliseconds without news after which catching up counts as given up. */
  syncIdleMs: 60_000,
  /**
   * Seals tried for one uncle that must lose to its rival by the hash: of all rivals, one in as
   * many has a hash that none of them exceeds.
   */
  uncleSealsMax: 16_384,
  /** Times an uncle is made anew when what it stands on was edited while it was sealed. */
  uncleTriesMax: 3,
  /** Blocks one call makes. */
  minedBlocksMax: 100_000,
  /** Empty blocks written together, and milliseconds after which no more join them. */
  groupBlocksMax: 128,
  groupMs: 50,
  /** Blocks that are listed for a range of heights, on all branches. */
  listedBlocksMax: 1024,
  /** Snapshots kept: past it the oldest is forgotten. */
  snapshotsMax: 4096,
  /** Bytes of waiting transactions one snapshot keeps. */
  snapshotPoolBytesMax: 16 * 1024 * 1024,
  /**
   * Of the time between two blocks made on time, the share in which transactions are taken in: what
   * is left is for hashing and writing them. And the least that is given, in milliseconds.
   */
  selectShare: 0.7,
  selectMsMin: 500,
  /** Times a block is built anew because another became head while it was sealed. */
  rebuildsMax: 100,
} as const;

/** Addresses impersonated at once. */
export const impersonatedMax = 100_000;

export const poolLimits = {
  /** Transactions held in all, and their bytes. */
  transactionsMax: 50_000,
  bytesMax: 256 * 1024 * 1024,
  /** Those that one client brought, whoever sends them, and their bytes: three quarters. */
  clientTransactionsMax: 37_500,
  clientBytesMax: 192 * 1024 * 1024,
  /** Transactions of one sender. */
  perSenderMax: 4096,
  /** The largest gap between a nonce and the account's. */
  nonceGapMax: 4096n,
  /** Per cent by which a replacement must pay more, as geth has it. */
  replacementBumpPercent: 10n,
} as const;

/** Limits of work for outside miners and of their submissions. */
export const outsideLimits = {
  /** Works a submission may be for, as on the public network. */
  worksKept: 20,
  /** Milliseconds after which work is made again, whatever happened: its time goes stale. */
  workMsMax: 60_000,
  /** Milliseconds work lasts at least while nothing but the pool changes: who floods it pays. */
  poolMsMin: 1000,
  /** Drafts in a row when the head moves under each. */
  templatesMax: 3,
  /** Per cent of the fees miners were last told of from which on they are told again. */
  notifyFeesPercent: 110n,
  /** Bytes of a Bitcoin block: Bitcoin's own bound is four million of weight, of which each is one. */
  blockBytesMax: 4_000_000,
  /** Submissions that are remembered with their results. */
  submissionsKept: 100,
  /** Transactions of a Bitcoin block: none takes less than 240 of that weight. */
  transactionsMax: 16_666,
} as const;
