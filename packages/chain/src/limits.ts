/** Every bound of the chain's loops, queues and caches, with its reason. */

export const chainLimits = {
  /** Blocks below the head whose headers are verified when a chain is opened. */
  startCheckBlocks: 16,
  /** Block rows cached as verified against their keys, so that they are not hashed again. */
  verifiedRowsKept: 65_536,
  /** Damaged rows that a database check describes; all are counted. */
  checkFindingsMax: 1000,
  /** Rows the check reads at a time: the largest table contains block bodies. */
  checkPageRows: 64,
  /** Bytes of rows that are sent at a time to another node. */
  dumpPieceBytes: 128 * 1024,
  /** Bytes of a row in a snapshot: the receipts or traces of the largest block have less. */
  dumpRowBytesMax: 512 * 1024 * 1024,
  /** Bytes of rows that are written at a time into a database that is restored. */
  restoreBatchBytes: 4 * 1024 * 1024,
  /** Heights whose blocks beside the chain are listed at a time, and the blocks that are read for them. */
  sideHeights: 256,
  sideBlocksMax: 4096,
  /** Bytes of a block reserved for its header, proof and ten uncles if its size is limited. */
  blockBytesBesideTransactions: 65_536,
  /** The gas of a transaction that does nothing: no other has a lower gas limit (Yellow Paper, G_transaction). */
  transactionGasMin: 21_000n,
  /** Executed blocks cached decoded: blocks near the head are read repeatedly. */
  blocksCached: 256,
  /**
   * Estimated bytes of these blocks: fifty blocks of thirty million gas that are full of transfers.
   */
  blockBytesCached: 128 * 1024 * 1024,
  /** Bytes of the outputs of failed transactions that are cached, some thousands of them. */
  failureBytesCached: 1024 * 1024,
  /**
   * Gas prices cached with the blocks in which they were paid, of a thousand blocks at most: 6 MB.
   */
  pricesKept: 65_536,
  /** Headers cached decoded: fork detection and log scans read hundreds of ancestors. */
  headersCached: 4096,
  /** Rows of the transaction lookup that are cached, about 3 MB. */
  transactionLookupsCached: 16_384,
  /** Bytes of receipts cached for log queries: 2,000 blocks with a hundred logs each. */
  blockLogsBytesMax: 48 * 1024 * 1024,
  /** Heights at the start of a range that determine whether most blocks have hits of a log query. */
  densityProbe: 64,
  /**
   * Blocks of a range for which a log query may return any number of logs (specification section
   * 8).
   */
  logRangeUncapped: 2000,
  /**
   * Blocks of a range that a log query reads one by one instead of by the index: their headers are
   * cached, or take as long to read as the index.
   */
  logRangeDirect: 32,
  /** Logs a query over a wider range may return (specification section 8). */
  logsMax: 10_000,
  /** Blocks of a range of a trace query (specification section 8). */
  traceRangeMax: 2000,
  /**
   * Blocks whose matches are counted together, so that a page far into a range skips them at once.
   */
  traceSpanBlocks: 128,
  /** Cached counts of spans: those of a thousand filters over the widest ranges. */
  traceSpansCounted: 16_384,
  /** Estimated bytes of traces cached decoded, and of their text: about 10,000 traces. */
  traceBytesCached: 32 * 1024 * 1024,
  /** Bytes of a block's stored traces that are decoded at once: less than a millisecond. */
  traceBytesAtOnce: 16 * 1024,
  /** Bytes of a block's stored receipts that are verified at once: a few milliseconds. */
  receiptBytesAtOnce: 64 * 1024,
  /** Rows of heights and hashes read at a time. */
  canonicalPageRows: 512,
  /** Pages of them that are cached, 16 KiB each: 32,768 blocks. */
  canonicalPagesKept: 64,
  /** Rows of an index that are read to find the rarest criterion, and then as a page. */
  indexProbeRows: 128,
  indexPageRows: 2048,
  /** Rows of all alternatives of a criterion that are read together: eight pages. */
  indexRowsAtOnce: 16_384,
  /**
   * Blocks whose rows a search by address reads together: at first, and in sparse ranges. The
   * widest window has half a megabyte of heights if there is a row for each.
   */
  addressSpanBlocks: 64,
  addressSpanBlocksMax: 16_384,
  /** Heights below a block for which ancestor hashes are cached: fork detection reads 448. */
  ancestorHashesMax: 512,
  /**
   * Blocks with transactions from which the gas price is computed, and blocks searched for them.
   */
  priceBlocks: 20,
  priceBlocksSearched: 200,
  /** Blocks from the head back to the `safe` and the `finalized` block. */
  safeDepth: 32,
  finalizedDepth: 64,
  /** Blocks of the last generations considered as uncles. */
  uncleCandidatesMax: 64,
  /**
   * Heights above the head for which uncle candidates are read ahead, and the keys cached for them.
   */
  uncleHeightsAhead: 256,
  uncleCandidateKeysMax: 1024,
  /** Milliseconds `submit` waits for the block of a transaction with automatic mining. */
  inclusionWaitMs: 10_000,
  /** Milliseconds without an imported block after which syncing counts as abandoned. */
  syncIdleMs: 60_000,
  /**
   * Seals tried for one uncle whose hash must rank below its rival's: of all rivals, one in as many
   * has a hash that none of them exceeds.
   */
  uncleSealsMax: 16_384,
  /** Attempts to make an uncle again if its parent's state was edited while it was sealed. */
  uncleTriesMax: 3,
  /** Blocks that one call may mine. */
  minedBlocksMax: 100_000,
  /** Empty blocks written together, and milliseconds after which no more are added. */
  groupBlocksMax: 128,
  groupMs: 50,
  /** Blocks that are listed for a range of heights, on all branches. */
  listedBlocksMax: 1024,
  /** Snapshots stored, and their bytes: beyond either the oldest are deleted. */
  snapshotsMax: 4096,
  snapshotsBytesMax: 256 * 1024 * 1024,
  /** Bytes of pending transactions that one snapshot stores. */
  snapshotPoolBytesMax: 16 * 1024 * 1024,
  /**
   * With interval mining, the least and the largest share of the interval in which transactions are
   * added: the rest is for hashing and writing them. And its minimum in milliseconds.
   */
  selectShare: 0.7,
  selectShareMax: 0.9,
  selectMsMin: 500,
  /** Times a block is built again because the head changed while it was sealed. */
  rebuildsMax: 100,
} as const;

/** Addresses that can be impersonated at once. */
export const impersonatedMax = 100_000;

export const poolLimits = {
  /** Transactions in the pool, and their bytes. */
  transactionsMax: 50_000,
  bytesMax: 256 * 1024 * 1024,
  /** Transactions that one client submitted, of any senders, and their bytes: three quarters. */
  clientTransactionsMax: 37_500,
  clientBytesMax: 192 * 1024 * 1024,
  /** Transactions of one sender. */
  perSenderMax: 4096,
  /** Senders that are ordered between two reads of the clock: some tens of microseconds. */
  sendersBeforeYield: 64,
  /** The largest difference between a transaction's nonce and the account's. */
  nonceGapMax: 4096n,
  /** Per cent by which a replacement must pay more by default, as in geth. */
  replacementBumpPercent: 10n,
} as const;

/** Limits of work for outside miners and of their submissions. */
export const outsideLimits = {
  /** Works for which submissions are accepted, as on the public network. */
  worksKept: 20,
  /** Milliseconds after which work is always created again, since its timestamp becomes stale. */
  workMsMax: 60_000,
  /**
   * Minimum milliseconds between works while only the pool changes, so that flooding the pool does
   * not cause new work.
   */
  poolMsMin: 1000,
  /** Consecutive templates that are attempted while the head moves during each. */
  templatesMax: 3,
  /** Per cent of the last announced fees at which miners are notified again. */
  notifyFeesPercent: 110n,
  /**
   * Bytes of a Bitcoin block: its weight is limited to four million, and each byte weighs at least
   * one.
   */
  blockBytesMax: 4_000_000,
  /** Submissions that are cached with their results. */
  submissionsKept: 100,
  /** Transactions of a Bitcoin block: none weighs less than 240. */
  transactionsMax: 16_666,
} as const;
