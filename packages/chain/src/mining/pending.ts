/** Builds the pending block from the pool, and caches it while head and pool do not change. */

import { isEqual, type StateRoot, type StoredBlock, toKey } from "@tandem/primitives";
import type { Clock } from "@tandem/runtime";
import type { Executor, StateSource } from "@tandem/state";
import type { DevSettings } from "../dev/dev-settings.js";
import type { Blocks } from "../reads/blocks.js";
import { type BlockTemplate, type BuildContext, buildBlock } from "./build-block.js";
import { selectFromPool } from "./transaction-selector.js";

export interface PendingBlock extends BlockTemplate {
  readonly parent: StoredBlock;
  /** Reads and calls on the state after the template, which is not on disk. */
  readonly executor: Executor;
}

export interface PendingContext extends BuildContext {
  readonly blocks: Blocks;
  readonly clock: Clock;
  readonly time: Pick<DevSettings, "timestampOn" | "requested" | "requestedPrevRandao" | "version">;
  readonly source: StateSource;
}

/** Returns a function that returns the pending block on the present head. */
export function pendingBlocks(
  context: PendingContext,
  head: () => StoredBlock,
): () => Promise<PendingBlock> {
  let made:
    | { parent: StoredBlock; root: StateRoot; version: string; block: Promise<PendingBlock> }
    | undefined;
  return () => {
    const parent = head();
    const root = context.blocks.edits.after(parent);
    const version = `${context.pool.version} ${context.time.version}`;
    const isSame = made?.parent === parent && made.version === version && isEqual(made.root, root);
    if (made !== undefined && isSame) return made.block;
    const block = makePending(context, parent, root);
    made = { parent, root, version, block };
    // A failed one is not cached: the next call tries again.
    block.catch(() => {
      made = undefined;
    });
    return block;
  };
}

async function makePending(
  context: PendingContext,
  parent: StoredBlock,
  parentRoot: StateRoot,
): Promise<PendingBlock> {
  const timestamp = context.time.timestampOn(parent.header);
  const ancestry = context.blocks.ancestry(parent.hash);
  const requested = context.time.requested();
  const prevRandao = context.time.requestedPrevRandao();
  const selector = selectFromPool(context.pool, context.executor.reader(parentRoot), true);
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
