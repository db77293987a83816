/** The next block on a parent: its time, its uncles, what the pool has for it. */
import type { Clock, Header, StoredBlock } from "@tandem/primitives";
import type { Blocks } from "./blocks.js";
import { type BuildContext, buildBlock, chooseUncles, type Draft } from "./build-block.js";

export interface DraftContext extends BuildContext {
  readonly blocks: Blocks;
  readonly clock: Clock;
  /** Headers of recent blocks that are not canonical, the oldest first. */
  readonly siblings: (belowHeight: number) => Promise<readonly Header[]>;
}

/** Chosen, executed and drafted; whoever finds the work for it seals it. */
export async function draftOn(
  context: DraftContext,
  { parent }: { readonly parent: StoredBlock },
): Promise<Draft> {
  const nowSeconds = Math.floor(context.clock.now() / 1000);
  const timestamp = Math.max(nowSeconds, parent.header.timestamp + 1);
  const ancestry = context.blocks.ancestry(parent.hash);
  const base = { parent, ancestry, timestamp };
  const siblings = await context.siblings(parent.header.number);
  const uncles = chooseUncles(siblings, base, context.spec, timestamp);
  return buildBlock(context, { ...base, uncles });
}
