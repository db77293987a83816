/** One transaction executed on a state, and what it came to. */
import type { Block as VmBlock } from "@ethereumjs/block";
import { type RunTxResult, runTx } from "@ethereumjs/vm";
import {
  effectiveGasPrice,
  Fault,
  impersonatedSender,
  type Log,
  type Receipt,
  restoreTransaction,
  type SignedTransaction,
  type Writable,
} from "@tandem/primitives";
import type { JournaledState } from "../accounts/journaled-state.js";
import type { Probe } from "../trace/probe.js";
import type { BlockEnv } from "./block-env.js";
import { creationAddress } from "./creation-address.js";
import type { EvmInstance } from "./evm-instance.js";
import { type Refusal, refuse } from "./refusal.js";

/** Where a block stands when its next transaction begins. */
export interface Position {
  readonly state: JournaledState;
  readonly env: BlockEnv;
  /** The same block, as the VM sees it. */
  readonly block: VmBlock;
  /** By the transactions before. */
  readonly gasUsed: bigint;
}

/** Wei and gas a transaction came to. */
export interface Applied {
  readonly result: RunTxResult;
  readonly receipt: Receipt;
  readonly fee: bigint;
}

/**
 * @param transaction of the instance's fork, which nothing speaks against.
 * @param probe watches the execution, if anything does.
 */
export async function runTransaction(
  instance: EvmInstance,
  { state, env, block, gasUsed }: Position,
  transaction: SignedTransaction,
  probe: Probe | undefined,
): Promise<Applied> {
  if (probe !== undefined) instance.socket.plug(probe);
  if (impersonatedSender(transaction.fields) !== undefined) instance.allowCode(transaction.sender);
  const result = await runTx(instance.vm, {
    tx: transaction.fields,
    block,
    blockGasUsed: gasUsed,
    skipHardForkValidation: true,
    skipBloom: true,
  });
  instance.socket.unplug();
  // The VM burns the base price and pays the rest; here nothing is burned.
  state.credit(env.coinbase, result.totalGasSpent * env.minimumGasPrice);
  const price = effectiveGasPrice(transaction.fields, env.minimumGasPrice);
  const receipt = receiptOf(transaction, result, gasUsed + result.totalGasSpent, price);
  return { result, receipt, fee: receipt.gasUsed * price };
}

/**
 * The transaction with the fork's parameters, decoded again when it came with another's.
 * @returns a refusal when the fork has no such transactions.
 */
export function inFork(
  transaction: SignedTransaction,
  common: EvmInstance["common"],
): SignedTransaction | Refusal {
  if (transaction.fields.common === common) return transaction;
  try {
    return restoreTransaction(transaction.raw, transaction.sender, common);
  } catch (cause) {
    if (cause instanceof Fault && cause.data.code === "transaction-refused") {
      return refuse("unsupported", cause.message);
    }
    throw cause;
  }
}

function receiptOf(
  transaction: SignedTransaction,
  result: RunTxResult,
  cumulativeGasUsed: bigint,
  price: bigint,
): Receipt {
  const { fields, sender } = transaction;
  const logs: Log[] = (result.execResult.logs ?? []).map(([address, topics, data]) => ({
    address,
    topics,
    data,
  }));
  const receipt: Writable<Receipt> = {
    type: fields.type,
    isSuccess: result.execResult.exceptionError === undefined,
    cumulativeGasUsed,
    gasUsed: result.totalGasSpent,
    effectiveGasPrice: price,
    logs,
  };
  // Not spread into it: what is spread is made several times over.
  if (fields.to === undefined) receipt.contractAddress = creationAddress(sender, fields.nonce);
  return receipt;
}
