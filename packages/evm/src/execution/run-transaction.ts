/** Executes one signed transaction. */
import type { TypedTransaction } from "@ethereumjs/tx";
import { impersonatedSender, type Log, type SignedTransaction } from "@tandem/primitives";
import { type BlockEnv, vmBlock } from "../environment/block-env.js";
import type { LibraryEvm } from "../library/library-evm.js";
import { recoverAuthorities } from "./authorize.js";
import { type Execution, executionOf } from "./execution.js";

export interface TransactionOutcome extends Execution {
  readonly gasUsed: bigint;
  /** Gas of the code, before refunds and without the intrinsic gas. */
  readonly executionGas: bigint;
  readonly logs: readonly Log[];
}

/**
 * Returns the library's transaction; the unpatched library creates its own, unless the sender is
 * impersonated.
 */
function fieldsOf({ stock, common }: LibraryEvm, transaction: SignedTransaction): TypedTransaction {
  const { fields, raw } = transaction;
  if (stock === undefined || impersonatedSender(fields) !== undefined) return fields;
  return stock.tx.createTxFromRLP(raw, { common });
}

/**
 * Executes a transaction of the instance's fork for which there is no refusal; its changes remain
 * in the state. The sender pays for the gas, and the coinbase receives the price above the base
 * fee.
 * @param gasUsedBefore by the block's earlier transactions.
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
  if (library.stock === undefined) await recoverAuthorities(library, transaction.fields);
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
  return {
    output,
    failure,
    gasUsed: totalGasSpent,
    executionGas: execResult.executionGasUsed,
    logs,
  };
}
