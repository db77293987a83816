/** Edits the state after the head in one batch, as if the head's execution had led to it. */

import {
  isEqual,
  type StateOverrides,
  type StateReader,
  type StoredBlock,
} from "@tandem/primitives";
import { type Cancellation, type Logger, runYielding } from "@tandem/runtime";
import type { Executor } from "@tandem/state";
import type { Store } from "@tandem/store";
import type { Pool } from "../pool/pool.js";
import { settlePool } from "../pool/settle-pool.js";
import type { Blocks } from "../reads/blocks.js";
import { stateRowsSteps, writeStateSteps } from "../rows/state-rows.js";

/** Returns the edits. @param state the present state, for values that depend on it. */
export type EditRequest = (state: StateReader) => StateOverrides;

export interface EditContext {
  readonly store: Store;
  readonly blocks: Blocks;
  readonly executor: Executor;
  readonly pool: Pool;
  readonly logger: Logger;
}

/**
 * Edits the state after the head, and drops transactions that the new nonces and balances make impossible. Must be
 * called in the writer's queue.
 * @returns the head. @throws {Fault} `bad-request`
 * @throws an AbortError once it is cancelled; then nothing is written.
 */
export async function editHead(
  { store, blocks, executor, pool, logger }: EditContext,
  head: StoredBlock,
  request: EditRequest,
  cancellation?: Cancellation,
): Promise<StoredBlock> {
  const { edits } = blocks;
  const root = edits.after(head);
  const overrides = request(executor.reader(root));
  const { stateRoot, change, ...writes } = await executor.edit(root, overrides, cancellation);
  if (isEqual(stateRoot, root)) return head;
  const batch = store.batch();
  const rows = await runYielding(stateRowsSteps(store, writes), cancellation);
  await runYielding(writeStateSteps(batch, rows), cancellation);
  const isAsMined = isEqual(stateRoot, head.header.stateRoot);
  const settle = edits.restore(batch, head.hash, isAsMined ? undefined : stateRoot);
  await batch.commit();
  settle();
  await settlePool(runYielding(pool.follow(executor.reader(stateRoot), change)), logger);
  return head;
}
