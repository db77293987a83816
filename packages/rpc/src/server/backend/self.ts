/** How a node is and what it says of itself, as the port has it. */
import type { BlockHash, Bytes } from "@tandem/primitives";

/** Whether traffic may come here. */
export interface Health {
  /** Damaged: a row was met that is not what was written. Lagging: the chain is being caught up with, or blocks that are due do not come. */
  readonly status: "ready" | "lagging" | "disk-full" | "damaged";
  /** What is damaged in the database, and what to do; undefined while nothing was met. */
  readonly damage?: string;
  readonly disk: {
    /** Undefined for a chain in memory. */
    readonly freeBytes: number | undefined;
    /** Whether a block would be written. */
    readonly isWritable: boolean;
  };
}

/** What a development node says of itself. */
export interface NodeSelf {
  /** 32 bytes that differ from one run to the next. */
  readonly instanceId: Bytes;
  /** Fork of the EVM the next block is executed by. */
  readonly hardFork: string;
  /** Undefined for a chain of its own. */
  readonly forkedFrom: ForkedFrom | undefined;
}

export interface ForkedFrom {
  readonly url: string;
  readonly chainId: number;
  readonly blockNumber: number;
  readonly blockHash: BlockHash;
  /** Milliseconds before a request that failed is made again. */
  readonly retryMs: number;
}
