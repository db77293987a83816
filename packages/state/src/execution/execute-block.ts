/** One block in the making: transactions applied one after the other, and its outcome. */

import { type AncestorHash, type BlockEnv, FrameRecorder, tracesOf } from "@tandem/evm";
import {
  addLogsToBloomSteps,
  emptyBloom,
  type Receipt,
  receiptsRootYielding,
  type SignedTransaction,
  type StateReader,
  type Trace,
} from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import type { AccountDifference } from "../accounts/state-difference.js";
import type { StateWrites } from "../accounts/state-source.js";
import { traceBytesBase, traceBytesPerGas } from "../limits.js";
import { type ExecutionContext, openState } from "./execution-context.js";
import { type Refusal, refusalOf } from "./refusal.js";
import { inFork, runTransaction } from "./run-transaction.js";

/** Holds what the execution of a block resulted in. */
export interface Outcome extends StateWrites {
  readonly transactions: readonly SignedTransaction[];
  readonly receipts: readonly Receipt[];
  /**
   * Of each transaction, as they began. None at all where they are over the bound of
   * `traceBytesPerGas`; a transaction always has one otherwise.
   */
  readonly traces: readonly (readonly Trace[])[];
  readonly gasUsed: bigint;
  /** Sum of gas used × effective gas price, in wei: all of it went to the coinbase. */
  readonly paidFees: bigint;
  /** 256 bytes. */
  readonly logsBloom: Uint8Array;
  readonly stateRoot: Uint8Array;
  readonly receiptsRoot: Uint8Array;
  /** What was changed in the state that it began with. */
  readonly difference: readonly AccountDifference[];
}

export interface BlockExecution {
  /**
   * Undefined when the transaction was included; else why it was not, and the state is
   * untouched. Wait for one before the next.
   */
  apply(transaction: SignedTransaction): Promise<Refusal | undefined>;
  /** Hashes state and receipts, with turns in between. Nothing may be applied after it. */
  finish(): Promise<Outcome>;
  readonly gasUsed: bigint;
  /** Accounts as they are at each reading. */
  reader(): StateReader;
}

/**
 * Begins a block.
 * @param options.parentRoot state after the parent block.
 * @param onFinished is called when the context is free for another execution.
 */
export function executeBlock(
  context: ExecutionContext,
  options: { readonly parentRoot: Uint8Array; readonly env: BlockEnv; ancestorHash: AncestorHash },
  onFinished: () => void,
): BlockExecution {
  const { env } = options;
  const { evm } = context;
  const gasLimitCap = evm.chain.transactionGasLimitCap;
  const state = openState(context, options.parentRoot, options.ancestorHash);
  const transactions: SignedTransaction[] = [];
  const receipts: Receipt[] = [];
  const traces: (readonly Trace[])[] = [];
  const logsBloom = emptyBloom.slice();
  let gasUsed = 0n;
  let paidFees = 0n;
  let isOpen = true;
  evm.limitTime(undefined);

  function assertOpen(): void {
    if (!isOpen)
      throw new Error("the block is finished, failed, or in the middle of a transaction");
  }

  async function apply(given: SignedTransaction): Promise<Refusal | undefined> {
    assertOpen();
    const transaction = inFork(given, evm.common);
    if ("kind" in transaction) return transaction;
    const refusal = refusalOf(transaction, state, env, gasUsed, gasLimitCap);
    if (refusal !== undefined) return refusal;
    // Until it is through, nothing may come between, and if it throws, nothing after.
    isOpen = false;
    const { gasLimit } = transaction.fields;
    const recorder = new FrameRecorder(traceBytesOf(gasLimit));
    const position = { state, env, gasUsed };
    const watcher = { probe: recorder };
    const { receipt, fee } = await runTransaction(evm, position, transaction, watcher);
    traces.push(await tracesKept(recorder, gasLimit, receipt.gasUsed));
    await runYielding(addLogsToBloomSteps(logsBloom, receipt.logs));
    isOpen = true;
    transactions.push(transaction);
    receipts.push(receipt);
    gasUsed += receipt.gasUsed;
    paidFees += fee;
    return undefined;
  }

  async function finish(): Promise<Outcome> {
    assertOpen();
    isOpen = false;
    const [receiptsRoot, hashed] = await Promise.all([
      receiptsRootYielding(receipts),
      runYielding(state.hashSteps()),
    ]);
    const { stateRoot, nodes, code, preimages, difference } = hashed;
    onFinished();
    return {
      stateRoot,
      nodes,
      code,
      preimages,
      receiptsRoot,
      transactions,
      receipts,
      traces,
      gasUsed,
      paidFees,
      logsBloom,
      difference,
    };
  }

  return {
    apply,
    finish,
    get gasUsed() {
      return gasUsed;
    },
    reader: () => state.reader(),
  };
}

const traceBytesOf = (gas: bigint) => traceBytesBase + traceBytesPerGas * Number(gas);

/** Nothing when the traces are more than the gas that was used pays for. */
async function tracesKept(
  recorder: FrameRecorder,
  gasLimit: bigint,
  gasUsed: bigint,
): Promise<readonly Trace[]> {
  if (recorder.root === undefined || recorder.bytes > traceBytesOf(gasUsed)) return [];
  return runYielding(tracesOf(recorder.root, { gasLimit, gasUsed }));
}
