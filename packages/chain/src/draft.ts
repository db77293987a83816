/** The next block on a parent: its time, its uncles, what goes into it. */
import { chooseUncles } from "@tandem/consensus";
import type { StateRoot, StoredBlock } from "@tandem/primitives";
import type { Blocks } from "./blocks.js";
import { type BuildContext, buildBlock, type Draft } from "./build-block.js";
import type { BlockTime } from "./controls/dials.js";
import { type Fill, fromPool } from "./fill.js";
import type { Siblings } from "./siblings.js";
import { assertInTime } from "./time-limit.js";

export interface DraftContext extends BuildContext {
  readonly blocks: Blocks;
  readonly time: BlockTime;
  readonly siblings: Siblings;
}

export interface DraftWish {
  readonly parent: StoredBlock;
  /** What goes in instead of what the pool has. Such a block lists no uncles. */
  readonly fill?: Fill;
  /** Least Unix seconds of the block. */
  readonly notBefore?: number;
  /** Milliseconds after which no more transactions of the pool are taken in; as many as fit if left out. */
  readonly fillMs?: number | undefined;
}

/**
 * Chosen, executed and drafted; whoever finds the work for it seals it.
 * @throws {Fault} `bad-request` where time has ended.
 */
export async function draftOn(context: DraftContext, wish: DraftWish): Promise<Draft> {
  const { parent, fill } = wish;
  const { blocks, spec } = context;
  const timestamp = timestampOf(context.time, wish);
  assertInTime(`time of block ${parent.header.number + 1}`, timestamp);
  const ancestry = blocks.ancestry(parent.hash);
  const parentRoot = blocks.edits.after(parent);
  const on = { parent, parentRoot, ancestry, timestamp };
  if (fill !== undefined) return buildBlock(context, { ...on, uncles: [] }, fill);
  const place = { parent: parent.header, parentHash: parent.hash, ancestry };
  const uncles = chooseUncles(await context.siblings(on), place, spec, timestamp);
  return buildBlock(context, { ...on, uncles }, poolFill(context, wish, parentRoot));
}

/** A time somebody asked for is the next block's of the chain, not a rival's. */
function timestampOf(time: BlockTime, { parent, fill, notBefore = 0 }: DraftWish): number {
  if (fill === undefined) return time.timestampOn(parent.header);
  return Math.max(time.nowSeconds(), parent.header.timestamp + 1, notBefore);
}

function poolFill(
  { blocks, executor, pool }: DraftContext,
  { parent: { header, hash }, fillMs }: DraftWish,
  root: StateRoot,
): Fill {
  const isHead =
    blocks.isCanonical(hash, header.number) &&
    blocks.canonicalHash(header.number + 1) === undefined;
  return fromPool(pool, executor.reader(root), isHead, fillMs);
}
