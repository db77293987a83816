/** Makes a stored block the head, whatever its total difficulty. */

import { type HeadMoved, isEqual, type StoredBlock } from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import { type Batch, type HeightAndHash, heightMax, type Store, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import type { Blocks } from "../reads/blocks.js";
import { findBranches, storedIndexed, viewRows, writeViewRows } from "./reorg.js";

/** A move of the head whose rows are in a batch. */
interface Move {
  /** Is published once the batch is written. */
  readonly event: HeadMoved;
  /** Applies the change of edits in memory. Must be called once the batch is written. */
  settle(): void;
}

/**
 * Adds the rows of the move to a batch, in time slices. Must be called in the writer's queue, where
 * the head does not change.
 */
export async function moveHead(
  blocks: Blocks,
  batch: Batch,
  head: StoredBlock,
  target: StoredBlock,
): Promise<Move> {
  const branches = await runYielding(findBranches(head, target, blocks));
  const rows = await runYielding(viewRows(branches, (block) => storedIndexed(blocks, block)));
  await runYielding(writeViewRows(batch, rows));
  // A block that was removed and restored may become an uncle again.
  for (const { header, hash } of branches.added) {
    batch.put(table.blocksByHeight, { height: header.number, hash }, true);
  }
  batch.put(table.head, "only", target.hash);
  const { removed, added } = branches;
  const settle = await runYielding(restoreEditsSteps(blocks, batch, added));
  const isBack = removed.length > 0 && added.length === 0;
  return { event: isBack ? { ...branches, wentBackTo: target } : branches, settle };
}

/**
 * Restores the edits on which blocks were executed that become canonical again, in steps: when the blocks were removed on
 * request, the edits were, too.
 * @returns a function to call once the batch is written.
 */
export function* restoreEditsSteps(
  { edits, header: headerOf }: Pick<Blocks, "edits" | "header">,
  batch: Batch,
  added: readonly StoredBlock[],
): Generator<void, () => void> {
  const settles: (() => void)[] = [];
  for (const { hash, header } of added) {
    yield;
    const { parentHash } = header;
    const parent = headerOf(parentHash);
    if (parent === undefined) continue;
    const root = edits.before(hash, parent);
    if (isEqual(edits.after({ hash: parentHash, header: parent }), root)) continue;
    const isAsMined = isEqual(root, parent.stateRoot);
    settles.push(edits.restore(batch, parentHash, isAsMined ? undefined : root));
  }
  return () => {
    for (const settle of settles) settle();
  };
}

/** Removes the blocks above a height, of every branch, from the uncle candidates. */
export async function forgetUncleCandidates(
  store: Store,
  batch: Batch,
  above: number,
): Promise<void> {
  const to = { height: heightMax, hash: new Uint8Array(32).fill(0xff) };
  let from: HeightAndHash = { height: above + 1, hash: new Uint8Array(0) };
  for (;;) {
    const limit = chainLimits.indexPageRows;
    const keys = await store.keys(table.blocksByHeight, { from, to, limit });
    for (const key of keys) batch.delete(table.blocksByHeight, key);
    const last = keys.at(-1);
    if (last === undefined || keys.length < limit) return;
    from = { height: last.height, hash: Uint8Array.of(...last.hash, 0) };
  }
}
