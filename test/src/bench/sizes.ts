/** How much of everything is done: in full for figures, in small for a look whether all runs. */

export interface Sizes {
  /** Measurements of each row. */
  readonly runs: number;
  /** Milliseconds of load before a measurement, and in it. */
  readonly warmUpMs: number;
  readonly loadMs: number;
  /** Milliseconds after its first answer at which a node counts as idle. */
  readonly idleMs: number;
  /** Accounts that send beside each other, and requests of a batch that each send one transaction. */
  readonly senders: number;
  readonly diskBatch: number;
  /** Calls that differ on each connection, where a node is asked nothing twice. */
  readonly differentCalls: number;
  /** Transactions signed ahead for a measurement under automine, and in blocks made on time. */
  readonly automineTransactions: number;
  readonly intervalTransactions: number;
  /** Milliseconds in which a node under automine may still mine what it has answered. */
  readonly graceMs: number;
  /** Milliseconds that blocks made on time are counted for, and those between two of them. */
  readonly intervalLoadMs: number;
  readonly intervalMs: number;
  /** Transactions sent and not yet mined, at most. */
  readonly waitingMax: number;
  /** Blocks of the chain that logs and traces are asked of, and how many of them one query spans. */
  readonly historyBlocks: number;
  readonly historyRange: number;
  /** Blocks a peer's `trace_filter` may span, and the length our chain grows to in the end. */
  readonly traceRange: number;
  readonly longChainBlocks: number;
  /** Times a short query is asked in a measurement. */
  readonly shortQueries: number;
  /** The same for a question about one block. */
  readonly blockQueries: number;
  readonly subscribers: number;
  readonly fanOuts: number;
  readonly blockTransactions: number;
  /** Transactions of a measurement that deploy a large code, and that emit many events. */
  readonly deployments: number;
  readonly eventBlocks: number;
  /** What each call of those who loop burns. */
  readonly callGas: number;
  /** One-transfer blocks of the chain whose disk is weighed, and after how many memory is. */
  readonly diskBlocks: number;
  readonly diskBlocksEarly: number;
  /** First views of the explorer in a measurement, and the chain that it scrolls. */
  readonly explorerViews: number;
  readonly explorerBlocks: number;
  readonly explorerTransactions: number;
}

export const fullSizes: Sizes = {
  runs: 3,
  warmUpMs: 1_500,
  loadMs: 4_000,
  idleMs: 2_000,
  senders: 100,
  diskBatch: 100,
  differentCalls: 2_000,
  automineTransactions: 24_000,
  graceMs: 1_000,
  intervalTransactions: 90_000,
  intervalLoadMs: 10_000,
  intervalMs: 1_000,
  waitingMax: 12_000,
  historyBlocks: 2_500,
  historyRange: 2_000,
  traceRange: 300,
  longChainBlocks: 20_000,
  shortQueries: 300,
  blockQueries: 3_000,
  subscribers: 1_000,
  fanOuts: 10,
  blockTransactions: 3_000,
  deployments: 20,
  eventBlocks: 600,
  callGas: 30_000_000,
  diskBlocks: 50_000,
  diskBlocksEarly: 10_000,
  explorerViews: 10,
  explorerBlocks: 10_000,
  explorerTransactions: 5_000,
};

/** A few seconds in all. The figures mean little. */
export const quickSizes: Sizes = {
  runs: 1,
  warmUpMs: 1,
  loadMs: 20,
  idleMs: 20,
  senders: 20,
  diskBatch: 20,
  differentCalls: 8,
  automineTransactions: 64,
  graceMs: 120_000,
  intervalTransactions: 200,
  intervalLoadMs: 150,
  intervalMs: 100,
  waitingMax: 40,
  historyBlocks: 60,
  historyRange: 40,
  traceRange: 20,
  longChainBlocks: 120,
  shortQueries: 2,
  blockQueries: 3,
  subscribers: 8,
  fanOuts: 2,
  blockTransactions: 30,
  deployments: 2,
  eventBlocks: 5,
  callGas: 500_000,
  diskBlocks: 60,
  diskBlocksEarly: 40,
  explorerViews: 1,
  explorerBlocks: 60,
  explorerTransactions: 30,
};
