/** Declares the health and the description of a node. */
import type { BlockHash, Bytes, ForkHeights } from "@tandem/primitives";
import type { ClusterApi } from "./cluster-api.js";
import type { ComputePort } from "./compute-port.js";
import type { Upstream } from "./upstream.js";
import type { WriterPort } from "./writer-port.js";

/** The health of the node, for load balancers. */
export interface Health {
  /**
   * `damaged`: a stored row does not match its checksum. `lagging`: the node is syncing, or expected
   * blocks do not arrive.
   */
  readonly status: "ready" | "lagging" | "disk-full" | "damaged";
  /** Describes the damage of the database and the remedy; undefined if none was detected. */
  readonly damage?: string;
  /** Unix seconds of the newest block. */
  readonly headTimestamp: number;
  readonly disk: {
    /** Is undefined for a chain in memory. */
    readonly freeBytes: number | undefined;
    /** Is true if a block can be written. */
    readonly isWritable: boolean;
  };
}

/** The description of a development node. */
export interface NodeSelf {
  /** 32 bytes that differ between runs, and change with a reset. */
  readonly instanceId: Bytes;
  /** The EVM fork that applies to the next block. */
  readonly hardFork: string;
  /** Is undefined for a chain that is not a fork. */
  readonly forkedFrom: ForkedFrom | undefined;
}

/** The rules of the EVM that apply to the head (EIP-7910). */
export interface ForkConfig {
  /** The height at which these rules began. */
  readonly activationHeight: number;
  /** Unix seconds of that block; 0 for genesis. */
  readonly activationTime: number;
  /** The 4 bytes of FORK_HASH (EIP-6122): a CRC-32 of the genesis hash and the heights of forks up to the head. */
  readonly forkId: Bytes;
  /** The addresses of precompiled contracts as numbers, in ascending order. */
  readonly precompiles: readonly number[];
}

export interface ForkedFrom {
  readonly url: string;
  readonly chainId: number;
  readonly blockNumber: number;
  readonly blockHash: BlockHash;
  /** The delay in milliseconds before a failed request is repeated. */
  readonly retryMs: number;
}

/** Describes the node and its chain. */
export interface NodeApi {
  readonly chainId: number;
  readonly clientVersion: string;
  readonly protocolVersion: number;
  health(): Health;
  self(): NodeSelf;
  forkConfig(): ForkConfig;
  /** The heights at which the forks of the chain begin. */
  readonly forks: ForkHeights;
  /**
   * Returns the number of messages that `@ethereumjs/evm` executed instead of the node's own
   * engine.
   */
  libraryRuns(): number;
  /** The chain that this one was forked from, if there is one. */
  readonly upstream?: Upstream | undefined;
  /** The cluster that the node is a member of, if it is one. */
  readonly cluster?: ClusterApi | undefined;
  /** The threads that answer heavy requests, if there are any. */
  readonly compute?: ComputePort | undefined;
  /** The main thread, if this one only owns sockets and reads. */
  readonly writer?: WriterPort | undefined;
}
