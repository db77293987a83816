/**
 * Builds the pending block from the pool, and caches it while head, pool, requests and the second
 * of its time do not change.
 */

import { isEqual, type StateRoot, type StoredBlock, toKey } from "@tandem/primitives";
import type { Executor, StateSource } from "@tandem/state";
import type { Blocks } from "../reads/blocks.js";
import { type BlockTemplate, type BuildContext, buildBlock } from "./build-block.js";
import type { DevSettings } from "./dev-settings.js";
import { selectFromPool } from "./transaction-selector.js";

export interface PendingBlock extends BlockTemplate {
  readonly parent: StoredBlock;
  /** Reads and calls on the state after the template, which is not on disk. */
  readonly executor: Executor;
}

export interface PendingContext extends BuildContext {
  readonly blocks: Blocks;
  readonly time: Pick<DevSettings, "timestampOn" | "requested" | "requestedPrevRandao" | "version">;
  readonly source: StateSource;
}

/** Returns a function that returns the pending block on the present head. */
export function pendingBlocks(
  context: PendingContext,
  head: () => StoredBlock,
): () => Promise<PendingBlock> {
  let made: MadePending | undefined;
  return () => {
    const on = placeOfPending(context, head());
    if (made !== undefined && isSamePlace(made, on)) return made.block;
    const created: MadePending = { ...on, block: makePending(context, on), isBuilding: true };
    made = created;
    const end = () => {
      created.isBuilding = false;
    };
    created.block.then(end, () => {
      // A failed one is not cached: the next call tries again.
      if (made === created) made = undefined;
    });
    return created.block;
  };
}

/** Holds what a pending block is built on and from. */
interface PendingPlace {
  readonly parent: StoredBlock;
  readonly parentRoot: StateRoot;
  /** Unix seconds of the block. */
  readonly timestamp: number;
  /** The versions of the pool and of the developers' requests. */
  readonly version: string;
}

interface MadePending extends PendingPlace {
  readonly block: Promise<PendingBlock>;
  isBuilding: boolean;
}

function placeOfPending({ blocks, pool, time }: PendingContext, parent: StoredBlock): PendingPlace {
  return {
    parent,
    parentRoot: blocks.edits.after(parent),
    timestamp: time.timestampOn(parent.header),
    version: `${pool.version} ${time.version}`,
  };
}

function isSamePlace(made: MadePending, now: PendingPlace): boolean {
  // One that takes longer than a second is not begun again by each call that waits for it.
  const isInTime = made.isBuilding || made.timestamp === now.timestamp;
  const isSame = made.parent === now.parent && made.version === now.version;
  return isInTime && isSame && isEqual(made.parentRoot, now.parentRoot);
}

async function makePending(
  context: PendingContext,
  { parent, parentRoot, timestamp }: PendingPlace,
): Promise<PendingBlock> {
  const ancestry = context.blocks.ancestry(parent.hash);
  const requested = context.time.requested();
  const prevRandao = context.time.requestedPrevRandao();
  const selector = selectFromPool(context.pool, context.executor.reader(parentRoot), "none");
  const template = await buildBlock(
    context,
    { parent, parentRoot, ancestry, timestamp, uncles: [], requested, prevRandao },
    selector,
  );
  const { nodes, code } = template.outcome;
  const isUnchanged = nodes.length === 0 && code.length === 0;
  const executor = isUnchanged ? context.executor : executorOver(context, template);
  return { ...template, parent, executor };
}

/** Returns an executor that reads the template's own writes before those on disk. */
function executorOver(context: PendingContext, { outcome }: BlockTemplate): Executor {
  const nodes = new Map(outcome.nodes.map(([hash, bytes]) => [toKey(hash), bytes]));
  const code = new Map(outcome.code.map(([hash, bytes]) => [toKey(hash), bytes]));
  const source: StateSource = {
    remote: context.source.remote,
    node: (hash) => nodes.get(toKey(hash)) ?? context.source.node(hash),
    code: (hash) => code.get(toKey(hash)) ?? context.source.code(hash),
  };
  return context.executor.over(source);
}
