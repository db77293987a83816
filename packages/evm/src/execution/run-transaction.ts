/** Runs one signed transaction. */
import type { TypedTransaction } from "@ethereumjs/tx";
import { impersonatedSender, type Log, type SignedTransaction } from "@tandem/primitives";
import type { LibraryEvm } from "../library/library-evm.js";
import { type BlockEnv, vmBlock } from "./block-env.js";
import { type Execution, executionOf } from "./execution.js";

export interface TransactionOutcome extends Execution {
  readonly gasUsed: bigint;
  readonly logs: readonly Log[];
}

/** The library's transaction; the unpatched library makes its own, unless the sender did not sign it. */
function fieldsOf({ stock, common }: LibraryEvm, transaction: SignedTransaction): TypedTransaction {
  const { fields, raw } = transaction;
  if (stock === undefined || impersonatedSender(fields) !== undefined) return fields;
  return stock.tx.createTxFromRLP(raw, { common });
}

/**
 * Runs a transaction of the instance's fork that nothing speaks against; its changes stay in the state.
 * The sender pays for the gas, and the coinbase gets what the price is above the base fee.
 * @param gasUsedBefore by the block's transactions before this one.
 */
export async function runTransaction(
  library: LibraryEvm,
  transaction: SignedTransaction,
  env: BlockEnv,
  gasUsedBefore: bigint,
): Promise<TransactionOutcome> {
  const { vm, state } = library;
  if (impersonatedSender(transaction.fields) !== undefined) {
    state.codelessSender = transaction.sender;
  }
  const { execResult, totalGasSpent } = await library.runTx(vm, {
    tx: fieldsOf(library, transaction),
    block: vmBlock(env),
    blockGasUsed: gasUsedBefore,
    skipHardForkValidation: true,
    skipBloom: true,
  });
  const logs = (execResult.logs ?? []).map(([address, topics, data]) => ({
    address,
    topics,
    data,
  }));
  const { output, failure } = executionOf(execResult);
  return { output, failure, gasUsed: totalGasSpent, logs };
}
