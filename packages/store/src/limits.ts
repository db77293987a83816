/** Bounds of the files that a store reads and writes beside its database. */
export const storeLimits = {
  /**
   * Bytes of table files whose checksums are verified before a database is opened, the newest
   * first.
   */
  openingCheckBytesMax: 512 * 1024 * 1024,
  /** Bytes of the record of the last write. */
  writeRecordBytes: 256,
  /** Bytes of a decompressed block of a table file: one row may be a large block's body. */
  tableBlockBytesMax: 256 * 1024 * 1024,
  /** Rows that an upgrade of the layout moves in one batch: about 500 KB. */
  upgradeBatchRows: 4_000,
} as const;
