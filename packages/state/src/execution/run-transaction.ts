/** Executes one transaction on a state and makes its receipt. */

import type { BlockEnv, EvmInstance, TransactionOutcome, Watcher } from "@tandem/evm";
import {
  creationAddress,
  effectiveGasPrice,
  Fault,
  type Receipt,
  restoreTransaction,
  type SignedTransaction,
  type Writable,
} from "@tandem/primitives";
import type { JournaledState } from "../accounts/journaled-state.js";
import { type Refusal, refuse } from "./refusal.js";

/** The block as it is when its next transaction begins. */
export interface Position {
  readonly state: JournaledState;
  readonly env: BlockEnv;
  /** Gas used by the transactions before. */
  readonly gasUsed: bigint;
}

export interface Applied {
  readonly outcome: TransactionOutcome;
  readonly receipt: Receipt;
  /** Wei. */
  readonly fee: bigint;
}

/**
 * @param transaction of the instance's fork, for which there is no refusal.
 * @param watcher observes the execution, if there is one.
 */
export async function runTransaction(
  evm: EvmInstance,
  { state, env, gasUsed }: Position,
  transaction: SignedTransaction,
  watcher: Watcher | undefined,
): Promise<Applied> {
  const outcome = await evm.runTransaction(transaction, env, gasUsed, watcher);
  // The engine burns the base fee, as Ethereum does; on this chain the coinbase gets it.
  state.credit(env.coinbase, outcome.gasUsed * env.minimumGasPrice);
  const price = effectiveGasPrice(transaction.fields, env.minimumGasPrice);
  const receipt = receiptOf(transaction, outcome, gasUsed + outcome.gasUsed, price);
  return { outcome, receipt, fee: receipt.gasUsed * price };
}

/**
 * Returns the transaction with the fork's parameters, decoded again when it has another fork's.
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
  // A spread of an optional member would copy the object several times.
  if (fields.to === undefined) receipt.contractAddress = creationAddress(sender, fields.nonce);
  return receipt;
}
