import type { Address, BlockHash, Bytes, Hash32, TxHash } from "../bytes/brands.js";

/** A log as a contract emitted it. `topics` has 0 to 4 values of 32 bytes. */
export interface Log {
  readonly address: Address;
  readonly topics: readonly Hash32[];
  readonly data: Bytes;
}

/** The parts of a log that it is found by. */
export type IndexedLog = Pick<Log, "address" | "topics">;

/** A log with its position. `logIndex` is counted through the whole block. */
export interface LocatedLog {
  readonly log: Log;
  readonly blockHash: BlockHash;
  readonly blockNumber: number;
  readonly transactionHash: TxHash;
  readonly transactionIndex: number;
  readonly logIndex: number;
}

/** Logs that are worked through without a pause: less than a millisecond. */
export const logsBeforeYield = 256;
