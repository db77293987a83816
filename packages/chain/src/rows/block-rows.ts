/** The rows of a block, and of the state after it, that no reorg changes: encoded as they are stored. */
import type { StoredBlock } from "@tandem/primitives";
import type { Outcome, StateWrites } from "@tandem/state";
import { type Batch, type Store, table, traceRowOf } from "@tandem/store";
import { type StateRows, stateRowsSteps, writeStateSteps } from "./state-rows.js";

export interface BlockRows {
  readonly state: StateRows;
  /** Encoded receipts. */
  readonly receipts: Uint8Array;
  /** Encoded traces, with their digest. */
  readonly traces: Uint8Array;
}

/** The result of a block, by its execution or by the node that executed it. */
export interface BlockResult
  extends Pick<
    Outcome,
    "stateRoot" | "receiptsRoot" | "logsBloom" | "gasUsed" | "paidFees" | "receipts"
  > {
  readonly rows: BlockRows;
  /** Is absent for a block that was not executed, as are the failures. */
  readonly change?: Outcome["change"];
  readonly failures?: Outcome["failures"];
  /** Must be called when the rows are on the disk. */
  readonly written?: () => void;
}

/** Returns the rows of an executed block, in steps. */
export function* blockRowsSteps(
  store: Store,
  hash: Uint8Array,
  outcome: StateWrites & Pick<Outcome, "storedReceipts" | "storedTraces">,
): Generator<void, BlockRows> {
  const state = yield* stateRowsSteps(store, outcome);
  const traces = traceRowOf(outcome.storedTraces, hash);
  return { state, receipts: outcome.storedReceipts, traces };
}

/** Adds the rows to a batch, in steps. */
export function* writeBlockSteps(
  batch: Batch,
  block: StoredBlock,
  { state, receipts, traces }: BlockRows,
): Generator<void, void> {
  const { hash, header } = block;
  yield* writeStateSteps(batch, state);
  batch.put(table.headers, hash, header);
  batch.put(table.bodies, hash, block);
  yield;
  batch.put(table.receipts.raw, hash, receipts);
  batch.put(table.traces.raw, hash, traces);
  batch.put(table.totalDifficulties, hash, block.totalDifficulty);
  batch.put(table.blocksByHeight, { height: header.number, hash }, true);
}
