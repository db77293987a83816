/**
 * Mines one block on the chain's tip and tries again until it is imported: template, work, seal,
 * import.
 */

import { type Block, type HeadMoved, isEqual, type StoredBlock } from "@tandem/primitives";
import { linkAbort } from "@tandem/runtime";
import { createTemplate, type TemplateRequest } from "../building/block-template.js";
import type { BlockTemplate } from "../building/build-block.js";
import type { BuildTip } from "../building/build-tip.js";
import { chainLimits } from "../limits.js";
import { importMined, type MinedContext } from "./import-mined.js";
import { type Sealing, sealTemplate } from "./seal-template.js";

export interface MakerContext extends MinedContext {
  readonly buildTip: BuildTip;
  readonly onHeadMoved: (listener: (event: HeadMoved) => void) => () => void;
  readonly onEdited: (listener: () => void) => () => void;
}

/** Options of a mined block. */
export interface MineOneRequest extends Pick<TemplateRequest, "selectMs"> {
  readonly isEmptyAllowed: boolean;
}

/**
 * Makes templates and seals them until a block is imported: the head may move meanwhile.
 * @returns undefined when the block would be empty and must not be.
 */
export async function mineOne(
  context: MakerContext,
  sealing: Sealing,
  { isEmptyAllowed, selectMs }: MineOneRequest,
): Promise<StoredBlock | undefined> {
  for (let tries = 0; tries < chainLimits.rebuildsMax; tries++) {
    sealing.signal.throwIfAborted();
    const parent = context.buildTip.tip();
    const template = await createTemplate(context, { parent, selectMs });
    if (!isEmptyAllowed && template.transactions.length === 0) return undefined;
    const block = await sealUnlessMoved(context, parent, template, sealing);
    if (block === undefined) continue;
    const mined = await importMined(context, block, template);
    if (mined === undefined) continue;
    context.buildTip.grow(mined);
    return mined;
  }
  throw new Error(
    `${chainLimits.rebuildsMax} consecutive templates expired before they were sealed`,
  );
}

/** Seals a template. Returns undefined when the head moved or the work expired. */
async function sealUnlessMoved(
  context: MakerContext,
  parent: StoredBlock,
  template: BlockTemplate,
  { sealer, signal }: Sealing,
): Promise<Block | undefined> {
  const sealed = linkAbort(signal);
  let hasMoved = false;
  const isMoved = () =>
    !isEqual(context.buildTip.tip().hash, parent.hash) ||
    !isEqual(context.blocks.edits.after(parent), template.parentRoot);
  const abortIfMoved = () => {
    if (!isMoved()) return;
    hasMoved = true;
    sealed.abort();
  };
  const stops = [context.onHeadMoved(abortIfMoved), context.onEdited(abortIfMoved)];
  try {
    if (isMoved()) return undefined;
    return await sealTemplate(context, template, { sealer, signal: sealed.signal });
  } catch (error) {
    if (hasMoved) return undefined;
    throw error;
  } finally {
    sealed.release();
    for (const stop of stops) stop();
  }
}
