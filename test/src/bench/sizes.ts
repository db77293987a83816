/** Defines the sizes of all measurements: full ones for figures, small ones for a quick run. */

export interface Sizes {
  /** Number of measurements of each row. */
  readonly runs: number;
  /** Milliseconds of load before and during a measurement. */
  readonly warmUpMs: number;
  readonly loadMs: number;
  /** Milliseconds after its first answer at which a node counts as idle. */
  readonly idleMs: number;
  /** Number of concurrent senders, and of requests in a batch that each send one transaction. */
  readonly senders: number;
  readonly diskBatch: number;
  /** Number of different calls on each connection, for measurements without repeated requests. */
  readonly differentCalls: number;
  /** Number of pre-signed transactions for a measurement with automining, and with interval mining. */
  readonly automineTransactions: number;
  readonly intervalTransactions: number;
  /** Milliseconds for a node with automining to mine the remaining transactions. */
  readonly graceMs: number;
  /** Milliseconds for which blocks of interval mining are counted, and between two of them. */
  readonly intervalLoadMs: number;
  readonly intervalMs: number;
  /** The maximum number of transactions that are sent and not mined. */
  readonly waitingMax: number;
  /** Number of blocks of the chain with logs and traces, and of those in one query. */
  readonly historyBlocks: number;
  readonly historyRange: number;
  /** The maximum range of a peer's `trace_filter`, and the final length of our chain. */
  readonly traceRange: number;
  readonly longChainBlocks: number;
  /** Number of times a short query is repeated in a measurement. */
  readonly shortQueries: number;
  /** Number of times a query of one block is repeated. */
  readonly blockQueries: number;
  readonly subscribers: number;
  readonly fanOuts: number;
  readonly blockTransactions: number;
  /** Number of transactions of a measurement that deploy a large code, and that emit many events. */
  readonly deployments: number;
  readonly eventBlocks: number;
  /** Number of logs in each block of the chain that compute threads search. */
  readonly searchedLogsEach: number;
  /** Gas of each endless call. */
  readonly callGas: number;
  /**
   * Number of one-transfer blocks of the chain whose disk use is measured, and after how many
   * memory is.
   */
  readonly diskBlocks: number;
  readonly diskBlocksEarly: number;
  /** Whether the explorer runs in a browser with windows, as users have, or in the shell. */
  readonly isWholeBrowser: boolean;
  /** Number of first views of the explorer in a measurement, and the chain that it scrolls. */
  readonly explorerViews: number;
  readonly explorerBlocks: number;
  readonly explorerTransactions: number;
  /** Number of scrolled frames. */
  readonly explorerFrames: number;
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
  intervalTransactions: 150_000,
  intervalLoadMs: 10_000,
  intervalMs: 1_000,
  waitingMax: 30_000,
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
  searchedLogsEach: 1_000,
  callGas: 30_000_000,
  diskBlocks: 50_000,
  diskBlocksEarly: 10_000,
  isWholeBrowser: true,
  explorerViews: 10,
  explorerBlocks: 10_000,
  explorerTransactions: 5_000,
  explorerFrames: 120,
};

/** These take a few seconds in all. Their figures are not meaningful. */
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
  searchedLogsEach: 50,
  callGas: 500_000,
  diskBlocks: 60,
  diskBlocksEarly: 40,
  isWholeBrowser: false,
  explorerViews: 1,
  explorerBlocks: 60,
  explorerTransactions: 30,
  explorerFrames: 12,
};
