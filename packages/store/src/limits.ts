/** Bounds of the files that a store reads and writes beside its database. */
export const storeLimits = {
  /**
   * Bytes of table files whose checksums are verified before a database is opened, the newest
   * first.
   */
  openingCheckBytesMax: 512 * 1024 * 1024,
  /** Free bytes above the minimum with which the volume is not asked about at every write. */
  ampleFreeBytes: 1024 * 1024 * 1024,
  /** Milliseconds after which it is asked again all the same: other programs write, too. */
  ampleFreeMs: 50,
  /** Milliseconds after which a database that could not be opened again is tried once more. */
  reopenMs: 1_000,
  /** Bytes of the record of the last write. */
  writeRecordBytes: 256,
  /** Bytes of a decompressed block of a table file: one row may be a large block's body. */
  tableBlockBytesMax: 256 * 1024 * 1024,
  /** Operations of a batch that a database in memory applies at once: a millisecond or two. */
  memoryOperationsAtOnce: 512,
  /** Rows that an upgrade of the layout moves in one batch: about 500 KB. */
  upgradeBatchRows: 4_000,
} as const;
