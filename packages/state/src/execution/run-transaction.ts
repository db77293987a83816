/** Executes one transaction on a state and creates its receipt. */

import type { EvmInstance, TransactionOutcome, Watcher } from "@tandem/evm";
import {
  creationAddress,
  effectiveGasPrice,
  Fault,
  type Receipt,
  restoreTransaction,
  type SignedTransaction,
  type Writable,
} from "@tandem/primitives";
import { type BlockRefusal, type Position, refusalOf, refuse } from "./refusal.js";

export interface Applied {
  readonly outcome: TransactionOutcome;
  readonly receipt: Receipt;
  /** The fee in wei. */
  readonly fee: bigint;
}

/**
 * Executes a transaction. @param transaction of the instance's fork, for which there is no refusal.
 * @param watcher observes the execution, if it is set.
 */
export async function runTransaction(
  evm: EvmInstance,
  { state, env, gasUsed }: Position,
  transaction: SignedTransaction,
  watcher: Watcher | undefined,
): Promise<Applied> {
  const outcome = await evm.runTransaction(transaction, env, gasUsed, watcher);
  // The engine burns the base fee, as on Ethereum; on this chain the coinbase receives it.
  state.credit(env.coinbase, outcome.gasUsed * env.minimumGasPrice);
  const price = effectiveGasPrice(transaction.fields, env.minimumGasPrice);
  const receipt = receiptOf(transaction, outcome, gasUsed + outcome.gasUsed, price);
  return { outcome, receipt, fee: receipt.gasUsed * price };
}

/** Returns the transaction in the form that `runTransaction` takes, or why it cannot be executed next. */
export function readyTransaction(
  { common, chain }: EvmInstance,
  position: Position,
  given: SignedTransaction,
): SignedTransaction | BlockRefusal {
  const transaction = inFork(given, common);
  if ("kind" in transaction) return transaction;
  return refusalOf(transaction, position, chain.transactionGasLimitCap) ?? transaction;
}

/**
 * Returns the transaction with the fork's parameters, decoded again if it has another fork's.
 * @returns a refusal if the fork has no such transactions.
 */
function inFork(
  transaction: SignedTransaction,
  common: EvmInstance["common"],
): SignedTransaction | BlockRefusal {
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
  { fields, sender }: SignedTransaction,
  { failure, gasUsed, logs }: TransactionOutcome,
  cumulativeGasUsed: bigint,
  effectiveGasPrice: bigint,
): Receipt {
  const receipt: Writable<Receipt> = {
    type: fields.type,
    isSuccess: failure === undefined,
    cumulativeGasUsed,
    gasUsed,
    effectiveGasPrice,
    logs,
  };
  // Assigned, since spreading an optional member would copy the object several times.
  if (fields.to === undefined) receipt.contractAddress = creationAddress(sender, fields.nonce);
  return receipt;
}
