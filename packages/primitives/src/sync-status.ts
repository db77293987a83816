/** Heights: where catching up began, where it stands, where it goes. */
export interface SyncStatus {
  readonly startingBlock: number;
  readonly currentBlock: number;
  readonly highestBlock: number;
}
