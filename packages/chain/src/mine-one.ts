/** One block on the chain's tip, tried until it stands: draft, work, seal, import. */

import { type Block, type HeadMoved, isEqual, type StoredBlock } from "@tandem/primitives";
import { linkAbort } from "@tandem/runtime";
import type { Draft } from "./build-block.js";
import { type DraftWish, draftOn } from "./draft.js";
import type { Extension } from "./extension.js";
import { importMined, type MinedContext } from "./import-mined.js";
import { chainLimits } from "./limits.js";
import { type Sealing, sealDraft } from "./seal-draft.js";

export interface MakerContext extends MinedContext {
  readonly extension: Extension;
  readonly onHeadMoved: (listener: (event: HeadMoved) => void) => () => void;
  readonly onEdited: (listener: () => void) => () => void;
}

/** What a block may be like. */
export interface MineOneWish extends Pick<DraftWish, "fillMs"> {
  readonly isEmptyAllowed: boolean;
}

/**
 * Tries until a block stands: another may become head while one is sealed.
 * @returns undefined when the block would be empty and may not be.
 */
export async function mineOne(
  context: MakerContext,
  sealing: Sealing,
  { isEmptyAllowed, fillMs }: MineOneWish,
): Promise<StoredBlock | undefined> {
  for (let tries = 0; tries < chainLimits.rebuildsMax; tries++) {
    sealing.signal.throwIfAborted();
    const parent = context.extension.tip();
    const draft = await draftOn(context, { parent, fillMs });
    if (!isEmptyAllowed && draft.transactions.length === 0) return undefined;
    const block = await sealUnlessMoved(context, parent, draft, sealing);
    if (block === undefined) continue;
    const mined = await importMined(context, block, draft);
    if (mined === undefined) continue;
    context.extension.grow(mined);
    return mined;
  }
  throw new Error(`${chainLimits.rebuildsMax} drafts in a row grew old before they were sealed`);
}

/** @returns undefined when the work is worthless: the next block goes on another, or it grew old. */
async function sealUnlessMoved(
  context: MakerContext,
  parent: StoredBlock,
  draft: Draft,
  { sealer, signal }: Sealing,
): Promise<Block | undefined> {
  const sealed = linkAbort(signal);
  let hasMoved = false;
  const isMoved = () =>
    !isEqual(context.extension.tip().hash, parent.hash) ||
    !isEqual(context.blocks.edits.after(parent), draft.parentRoot);
  const abortIfMoved = () => {
    if (!isMoved()) return;
    hasMoved = true;
    sealed.abort();
  };
  const stops = [context.onHeadMoved(abortIfMoved), context.onEdited(abortIfMoved)];
  try {
    if (isMoved()) return undefined;
    return await sealDraft(context, draft, { sealer, signal: sealed.signal });
  } catch (error) {
    if (hasMoved) return undefined;
    throw error;
  } finally {
    sealed.release();
    for (const stop of stops) stop();
  }
}
