/** Logs the transactions of new blocks and the output of their contracts, in order. */

import type { Chain } from "@tandem/chain";
import {
  isEqual,
  type Receipt,
  type SignedTransaction,
  type StoredBlock,
  toHex,
} from "@tandem/primitives";
import { type Logger, runYielding, yieldIfDue } from "@tandem/runtime";
import { type Store, table } from "@tandem/store";
import { explanationOf, failedExecutionOf } from "../backend/failed-execution.js";
import { consoleAddress } from "../solidity-console/signatures.js";
import type { FailureExplainer } from "../solidity-trace/failure-explainer.js";
import type { LineOrder } from "./line-order.js";
import { type FailureFields, failureFields } from "./reason.js";

export interface TransactionLog {
  readonly chain: Chain;
  readonly store: Store;
  readonly logger: Logger;
  readonly order: LineOrder;
  /** The transactions that are logged. */
  readonly of: "all" | "failed" | "none";
  /** Receives the input of each call of the console. */
  readonly print: (input: Uint8Array) => void;
  /** Finds failures in Solidity, if compilations are given. */
  readonly explainer: FailureExplainer | undefined;
}

const bufferOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const consoleBuffer = bufferOf(consoleAddress);

/** The maximum number of failed transactions of a block that are replayed for their reason. */
const reasonsMax = 8;
/**
 * The maximum number of blocks in the queue. Above it, lines have no reasons, because replays
 * cannot keep up.
 */
const waitingMax = 64;

export function logTransactions(log: TransactionLog): void {
  let waiting = 0;
  log.chain.onHeadMoved(({ added }) => {
    for (const block of added) {
      if (block.transactions.length === 0) continue;
      waiting++;
      const reasons = waiting > waitingMax ? 0 : reasonsMax;
      log.order
        .run(() => logBlock(log, block, reasons))
        .catch((error) =>
          log.logger.warn({ error }, "the transactions of a block cannot be logged"),
        )
        .finally(() => {
          waiting--;
        });
    }
  });
}

async function logBlock(log: TransactionLog, block: StoredBlock, reasons: number): Promise<void> {
  const printed = await consoleInputs(log.store, block.hash);
  let reasonsLeft = reasons;
  for (const [index, transaction] of block.transactions.entries()) {
    for (const input of printed?.[index] ?? []) log.print(input);
    const receipt = block.receipts[index];
    if (receipt === undefined || log.of === "none") continue;
    if (log.of === "failed" && receipt.isSuccess) continue;
    const isExplained = !receipt.isSuccess && reasonsLeft > 0;
    if (isExplained) reasonsLeft--;
    const why = isExplained ? await failureOf(log, transaction) : undefined;
    log.logger.info(fieldsOf(transaction, receipt, why), "transaction");
    await yieldIfDue();
  }
}

function fieldsOf(
  { fields, hash, sender }: SignedTransaction,
  receipt: Receipt,
  why: FailureFields | undefined,
) {
  const { contractAddress, isSuccess, gasUsed, effectiveGasPrice } = receipt;
  const isCreation = fields.to === undefined;
  return {
    hash: toHex(hash),
    from: toHex(sender),
    ...(fields.to === undefined ? {} : { to: fields.to.toString() }),
    status: isSuccess ? "ok" : "failed",
    ...(isSuccess && contractAddress !== undefined ? { contract: toHex(contractAddress) } : {}),
    gas: `${gasUsed}`,
    fee: `${gasUsed * effectiveGasPrice}`,
    ...(isSuccess ? {} : (why ?? { isExplained: false })),
    ...(isSuccess || !isCreation ? {} : { initCodeBytes: fields.data.length }),
  };
}

async function failureOf(
  { chain, explainer }: TransactionLog,
  { hash }: SignedTransaction,
): Promise<FailureFields | undefined> {
  const failed = await failedExecutionOf(chain, hash);
  if (failed === undefined) return undefined;
  const { failure, output } = failed;
  const explained = await explanationOf(explainer, chain, hash, failed);
  return failureFields(failure, output, explained);
}

/** Returns the console inputs of each transaction; undefined if there are none. */
async function consoleInputs(store: Store, hash: Uint8Array): Promise<Uint8Array[][] | undefined> {
  const stored = store.get(table.traces.raw, hash);
  // Searching bytes is faster than decoding them, and few blocks contain the address.
  if (stored === undefined || !bufferOf(stored).includes(consoleBuffer)) return undefined;
  const block = await runYielding(store.getSteps(table.traces, hash));
  return block?.map((traces) =>
    traces.flatMap(({ type, action }) =>
      type === "call" && isEqual(action.to, consoleAddress) ? [action.input] : [],
    ),
  );
}
