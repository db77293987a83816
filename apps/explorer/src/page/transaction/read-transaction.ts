/** Reads all data of a transaction's page. */
import { bytesOfHex, outermostCall } from "@tandem/primitives";
import { type Calls, isUnknownMethod, RpcError } from "@tandem/rpc/client";
import { messageOf } from "../parts/states.js";
import type { Receipt, Transaction } from "../session/answers.js";
import { basePriceOf } from "../session/base-price.js";

export interface Failure {
  /** The error of the virtual machine, such as `execution reverted`. */
  readonly error: string;
  /** The data of the revert; empty for other failures. */
  readonly output: Uint8Array;
}

export interface Mined {
  readonly receipt: Receipt;
  /** Unix seconds of the block. */
  readonly timestamp: number;
  /** The minimum gas price of the block, or its base fee; undefined for a block of Ethereum before London. */
  readonly basePrice: bigint | undefined;
  /** Undefined for a transaction that succeeded, or whose receipt does not tell. */
  readonly failure: Failure | undefined;
}

export interface ShownTransaction {
  readonly transaction: Transaction;
  /** Undefined while the transaction is pending. */
  readonly mined: Mined | undefined;
  /** The sender's nonce without which a pending transaction cannot be mined; undefined if none is missing. */
  readonly missingNonce?: bigint | undefined;
}

type Reads = Pick<
  Calls,
  | "eth_getTransactionByHash"
  | "eth_getTransactionReceipt"
  | "eth_getTransactionCount"
  | "ots_getBlockDetailsByHash"
  | "debug_traceTransaction"
>;

/** Returns undefined if the node has no such transaction. @param id its hash in hex. */
export async function readTransaction(
  reads: Reads,
  id: string,
): Promise<ShownTransaction | undefined> {
  const hash = bytesOfHex(id) as Uint8Array;
  const [transaction, receipt] = await Promise.all([
    reads.eth_getTransactionByHash({ hash }),
    reads.eth_getTransactionReceipt({ hash }),
  ]);
  if (transaction === undefined) return undefined;
  if (receipt === undefined) {
    return { transaction, mined: undefined, missingNonce: await missingNonce(reads, transaction) };
  }
  const details = await reads.ots_getBlockDetailsByHash({ hash: receipt.blockHash });
  const failure = receipt.status === 0 ? await readFailure(reads, hash) : undefined;
  const { timestamp = 0 } = details?.block ?? {};
  const basePrice = details && basePriceOf(details.block)?.wei;
  return { transaction, mined: { receipt, timestamp, basePrice, failure } };
}

async function missingNonce(
  reads: Reads,
  { from, nonce }: Transaction,
): Promise<bigint | undefined> {
  const next = await reads.eth_getTransactionCount({ address: from, block: { tag: "pending" } });
  return next !== undefined && next < nonce ? next : undefined;
}

async function readFailure(reads: Reads, hash: Uint8Array): Promise<Failure> {
  const none = new Uint8Array(0);
  try {
    const trace = await reads.debug_traceTransaction({ hash, options: outermostCall });
    const { error = "unknown", output = none } = Object(trace) as Partial<Failure>;
    return { error, output };
  } catch (refusal) {
    // A node that was forked may have no traces of its blocks.
    if (!(refusal instanceof RpcError)) throw refusal;
    const why = isUnknownMethod(refusal) ? "" : ` (${messageOf(refusal)})`;
    return { error: `the node does not say why${why}`, output: none };
  }
}
