/** Bounds of what a store reads and keeps beside its database. */
export const storeLimits = {
  /** Bytes of table files whose checksums are verified before a database is opened, the newest first. */
  openingCheckBytesMax: 512 * 1024 * 1024,
  /** Bytes of the record of the last write. */
  writeRecordBytes: 256,
  /** Bytes of a block of a table file once it is decompressed: one row may be a large block's body. */
  tableBlockBytesMax: 256 * 1024 * 1024,
  /** Rows that an upgrade of the layout moves in one batch: some 500 KB. */
  upgradeBatchRows: 4_000,
} as const;
