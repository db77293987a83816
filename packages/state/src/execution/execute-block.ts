/** Executes one block: applies transactions in sequence, and computes its outcome. */

import {
  type AncestorHash,
  type BlockEnv,
  FrameRecorder,
  type TransactionOutcome,
  tracesOf,
} from "@tandem/evm";
import {
  EncodedList,
  emptyBytes,
  type FailedExecution,
  openReceiptsSteps,
  type Receipt,
  ReceiptsAhead,
  type SignedTransaction,
  type StateReader,
  storeReceiptSteps,
  storeTransactionTracesSteps,
  type Trace,
} from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import type { JournaledState } from "../accounts/journaled-state.js";
import type { HashedState } from "../accounts/state-difference.js";
import { traceBytesBase, traceBytesPerGas } from "../limits.js";
import { type ExecutionContext, openState } from "./execution-context.js";
import type { BlockRefusal } from "./refusal.js";
import { readyTransaction, runTransaction } from "./run-transaction.js";

/** The outcome of a block's execution. */
export interface Outcome extends HashedState {
  readonly transactions: readonly SignedTransaction[];
  readonly receipts: readonly Receipt[];
  /** The receipts as `storeReceipts` encodes them. */
  readonly storedReceipts: Uint8Array;
  /**
   * The traces of each transaction, in the order in which they began, as `storeTraces` encodes
   * them. A list is empty if the traces exceed the bound of `traceBytesPerGas`; otherwise it has at
   * least one.
   */
  readonly storedTraces: Uint8Array;
  /** Describes how transactions failed, by their index. */
  readonly failures: ReadonlyMap<number, FailedExecution>;
  readonly gasUsed: bigint;
  /** Sum of gas used × effective gas price, in wei, which the coinbase received. */
  readonly paidFees: bigint;
  /** 256 bytes. */
  readonly logsBloom: Uint8Array;
  readonly receiptsRoot: Uint8Array;
}

export interface BlockExecution {
  /**
   * Includes a transaction and returns undefined, or returns the reason of a refusal, without a
   * change of the state. The next one must not be applied before it resolves.
   */
  apply(transaction: SignedTransaction): Promise<BlockRefusal | undefined>;
  /** Hashes state and receipts, yielding to the event loop. Nothing may be applied after it. */
  finish(): Promise<Outcome>;
  readonly gasUsed: bigint;
  /** The included transactions. */
  readonly transactions: readonly SignedTransaction[];
  /** Returns a reader of the accounts, which shows later changes. */
  reader(): StateReader;
}

/** The inputs of a block's execution. */
export interface BlockStart {
  /** Root of the state after the parent block. */
  readonly parentRoot: Uint8Array;
  readonly env: BlockEnv;
  readonly ancestorHash: AncestorHash;
}

/**
 * Begins a block.
 * @param onFinished is called when the context is free for another execution.
 */
export const executeBlock = (
  context: ExecutionContext,
  start: BlockStart,
  onFinished: () => void,
): BlockExecution => new OpenBlock(context, start, onFinished);

class OpenBlock implements BlockExecution {
  readonly #evm: ExecutionContext["evm"];
  readonly #env: BlockEnv;
  readonly #state: JournaledState;
  readonly #onFinished: () => void;
  readonly transactions: SignedTransaction[] = [];
  // Encoded at once: the objects of a large block would outlive many collections of garbage.
  readonly #receipts = new ReceiptsAhead();
  readonly #storedTraces = new EncodedList();
  readonly #failures = new Map<number, FailedExecution>();
  #gasUsed = 0n;
  #paidFees = 0n;
  #isOpen = true;

  constructor(context: ExecutionContext, start: BlockStart, onFinished: () => void) {
    this.#evm = context.evm;
    this.#env = start.env;
    this.#state = openState(context, start.parentRoot, start.ancestorHash);
    this.#onFinished = onFinished;
    this.#evm.limitTime(undefined);
  }

  get gasUsed(): bigint {
    return this.#gasUsed;
  }

  reader(): StateReader {
    return this.#state.reader();
  }

  async apply(given: SignedTransaction): Promise<BlockRefusal | undefined> {
    this.#assertOpen();
    const evm = this.#evm;
    const position = { state: this.#state, env: this.#env, gasUsed: this.#gasUsed };
    const transaction = readyTransaction(evm, position, given);
    if ("kind" in transaction) return transaction;
    // Another transaction must not be applied before it completes, and none after it throws.
    this.#isOpen = false;
    const { gasLimit } = transaction.fields;
    const recorder = new FrameRecorder(traceBytesOf(gasLimit));
    const watcher = { probe: recorder };
    const { receipt, fee, outcome } = await runTransaction(evm, position, transaction, watcher);
    await runYielding(this.#storeSteps(receipt, recorder, gasLimit));
    this.#isOpen = true;
    const failed = failedExecution(outcome);
    if (failed !== undefined) this.#failures.set(this.transactions.length, failed);
    this.transactions.push(transaction);
    this.#gasUsed += receipt.gasUsed;
    this.#paidFees += fee;
    return undefined;
  }

  /** Encodes what is stored of a transaction, in steps. */
  *#storeSteps(receipt: Receipt, recorder: FrameRecorder, gasLimit: bigint): Generator<void, void> {
    yield* storeReceiptSteps(receipt, this.#receipts);
    const traces = yield* tracesKept(recorder, gasLimit, receipt.gasUsed);
    yield* storeTransactionTracesSteps(traces, this.#storedTraces);
  }

  async finish(): Promise<Outcome> {
    this.#assertOpen();
    this.#isOpen = false;
    const [{ bytes: storedReceipts, result }, hashed] = await Promise.all([
      this.#receipts.finish(),
      runYielding(this.#state.hashSteps()),
    ]);
    const { receiptsRoot, logsBloom } = result;
    const receipts = await runYielding(openReceiptsSteps(storedReceipts));
    this.#onFinished();
    return {
      ...hashed,
      receiptsRoot,
      transactions: this.transactions,
      receipts,
      storedReceipts,
      storedTraces: this.#storedTraces.bytes(),
      failures: this.#failures,
      gasUsed: this.#gasUsed,
      paidFees: this.#paidFees,
      logsBloom,
    };
  }

  #assertOpen(): void {
    if (!this.#isOpen)
      throw new Error("the block is finished, failed, or in the middle of a transaction");
  }
}

/** Returns how a transaction failed, with a copy of its output, or undefined. */
function failedExecution({ failure, output }: TransactionOutcome): FailedExecution | undefined {
  if (failure === undefined) return undefined;
  return { failure, output: failure.kind === "reverted" ? output.slice() : emptyBytes };
}

const traceBytesOf = (gas: bigint) => traceBytesBase + traceBytesPerGas * Number(gas);

/** Returns the traces, in steps, or none if they exceed what the used gas allows. */
function* tracesKept(
  recorder: FrameRecorder,
  gasLimit: bigint,
  gasUsed: bigint,
): Generator<void, readonly Trace[]> {
  if (recorder.root === undefined || recorder.bytes > traceBytesOf(gasUsed)) return [];
  return yield* tracesOf(recorder.root, { gasLimit, gasUsed });
}
