/** The block that would come next: executed from the pool, kept while head and pool stay the same. */
import type { Clock, StoredBlock } from "@tandem/primitives";
import type { Blocks } from "./blocks.js";
import { type BuildContext, buildBlock, type Draft } from "./build-block.js";

/** @returns a function that gives the draft on the present head. */
export function pendingDrafts(
  context: BuildContext & { readonly blocks: Blocks; readonly clock: Clock },
  head: () => StoredBlock,
): () => Promise<Draft> {
  let made: { parent: StoredBlock; version: number; draft: Promise<Draft> } | undefined;
  return () => {
    const parent = head();
    const { version } = context.pool;
    if (made?.parent === parent && made.version === version) return made.draft;
    const now = Math.floor(context.clock.now() / 1000);
    const timestamp = Math.max(now, parent.header.timestamp + 1);
    const ancestry = context.blocks.ancestry(parent.hash);
    const draft = buildBlock(context, { parent, ancestry, timestamp, uncles: [] });
    made = { parent, version, draft };
    // A draft that failed is not kept: the next one who asks tries again.
    draft.catch(() => {
      made = undefined;
    });
    return draft;
  };
}
