/** Reads what a running node knows of a transaction. */
import { type FailureExplanation, outermostCall, toHex } from "@tandem/primitives";
import { type Client, RpcError } from "@tandem/rpc/client";

export type NodeReads = Pick<
  Client,
  | "debug_traceTransaction"
  | "eth_getBlockByHash"
  | "eth_blockNumber"
  | "eth_getTransactionByHash"
  | "eth_getTransactionCount"
  | "eth_getTransactionReceipt"
  | "txpool_contentFrom"
>;

type Transaction = NonNullable<Awaited<ReturnType<Client["eth_getTransactionByHash"]>>>;
type Receipt = NonNullable<Awaited<ReturnType<Client["eth_getTransactionReceipt"]>>>;

export interface StackFacts extends Pick<FailureExplanation, "stack" | "omitted" | "problem"> {
  /** The check of the compiler that failed, for people. */
  readonly check?: string | undefined;
}

/** Describes why a transaction failed, and in which functions, if the sources of its contracts are given. */
export interface FailureFacts extends Partial<StackFacts> {
  /** The error of the virtual machine, such as `execution reverted`. */
  readonly error: string;
  /** The text of a revert. */
  readonly reason?: string;
  /** The output of a revert; a custom error begins with its selector. */
  readonly output?: Uint8Array;
  /** The custom error with its values, such as `TooLate(until: 5)`, if an ABI declares it. */
  readonly customError?: string;
}

/** The position of a mined transaction and what its execution cost. */
export interface MinedFacts {
  readonly block: {
    readonly number: number;
    readonly hash: Uint8Array;
    readonly timestamp: number;
    /** The blocks from this one to the head, both included. */
    readonly confirmations: number;
    readonly position: number;
  };
  readonly gasUsed: bigint;
  /** In wei. */
  readonly fee: bigint;
  readonly logs: number;
  /** The address of a contract that was created. */
  readonly contract?: Uint8Array;
  readonly failure?: FailureFacts;
}

/** Describes why a transaction is not in a block. */
export interface WaitingFacts {
  /** The next nonce of the sender, which a queued transaction waits for. */
  readonly nextNonce: bigint;
}

export interface TransactionFacts {
  readonly hash: Uint8Array;
  /** `unrecorded` is of a block before Byzantium of a forked chain, whose receipts do not tell the outcome. */
  readonly status: "ok" | "failed" | "unrecorded" | "pending" | "queued";
  readonly from: Uint8Array;
  /** Null for a creation. */
  readonly to: Uint8Array | null;
  readonly value: bigint;
  readonly nonce: bigint;
  readonly type: number;
  readonly gasLimit: bigint;
  /** The price that was paid; of a waiting transaction the most that it pays. */
  readonly gasPrice: bigint;
  readonly inputBytes: number;
  readonly mined?: MinedFacts;
  readonly waiting?: WaitingFacts;
}

/** Returns undefined if the node has no such transaction. */
export async function readTransaction(
  client: NodeReads,
  hash: Uint8Array,
): Promise<TransactionFacts | undefined> {
  const [transaction, receipt] = await Promise.all([
    client.eth_getTransactionByHash({ hash }),
    client.eth_getTransactionReceipt({ hash }),
  ]);
  if (transaction == null) return undefined;
  const { from, to, value, nonce, type, gas, gasPrice, input } = transaction;
  const common = {
    hash,
    from,
    to: to ?? null,
    value,
    nonce,
    type,
    gasLimit: gas,
    gasPrice,
    inputBytes: input.length,
  };
  if (receipt == null) return { ...common, ...(await readWaiting(client, transaction)) };
  const mined = await readMined(client, receipt);
  return { ...common, status: outcomeOf(receipt), mined };
}

function outcomeOf({ status }: Receipt): TransactionFacts["status"] {
  if (status === undefined) return "unrecorded";
  return status === 1 ? "ok" : "failed";
}

async function readMined(client: NodeReads, receipt: Receipt): Promise<MinedFacts> {
  const { blockHash, blockNumber, gasUsed, effectiveGasPrice, contractAddress, logs } = receipt;
  const isFailed = outcomeOf(receipt) === "failed";
  const [block, head, failure] = await Promise.all([
    client.eth_getBlockByHash({ hash: blockHash }),
    client.eth_blockNumber(),
    isFailed ? readFailure(client, receipt.transactionHash) : undefined,
  ]);
  return {
    block: {
      number: blockNumber,
      hash: blockHash,
      timestamp: block?.timestamp ?? 0,
      confirmations: Math.max(1, head - blockNumber + 1),
      position: receipt.transactionIndex,
    },
    gasUsed,
    fee: gasUsed * effectiveGasPrice,
    logs: logs.length,
    ...(contractAddress == null || isFailed ? {} : { contract: contractAddress }),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Executes the transaction again on the node, since the output of a revert is not stored. */
async function readFailure(client: NodeReads, hash: Uint8Array): Promise<FailureFacts> {
  try {
    const traced = await client.debug_traceTransaction({ hash, options: outermostCall });
    const {
      error = "unknown",
      revertReason,
      output,
    } = Object(traced) as Readonly<{
      error?: string;
      revertReason?: string;
      output?: Uint8Array;
    }>;
    return {
      error,
      ...(revertReason === undefined ? {} : { reason: revertReason }),
      ...(output === undefined || output.length === 0 ? {} : { output }),
    };
  } catch (failure) {
    if (!(failure instanceof RpcError)) throw failure;
    return { error: `the cause was not determined: ${failure.message}` };
  }
}

async function readWaiting(client: NodeReads, { from, hash }: Transaction) {
  const [pool, nextNonce] = await Promise.all([
    client.txpool_contentFrom({ address: from }),
    client.eth_getTransactionCount({ address: from, block: { tag: "pending" } }),
  ]);
  const isQueued = Object.values(pool.queued).some((one) => toHex(one.hash) === toHex(hash));
  return {
    status: isQueued ? ("queued" as const) : ("pending" as const),
    waiting: { nextNonce: nextNonce ?? 0n },
  };
}
