/** The progress of syncing as heights: its first block, the current one, and the last one. */
export interface SyncStatus {
  readonly startingBlock: number;
  readonly currentBlock: number;
  readonly highestBlock: number;
}
