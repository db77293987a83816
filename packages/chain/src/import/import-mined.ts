/** Imports blocks that this node mined. */
import type { Block, StoredBlock } from "@tandem/primitives";
import type { TemplateContext } from "../mining/block-template.js";
import type { BlockTemplate } from "../mining/build-block.js";
import type { Executed, Imported } from "./import-block.js";

export interface MinedContext extends TemplateContext {
  readonly import: (block: Block, executed: Executed) => Promise<Imported>;
}

/**
 * Imports a block made by this node. Returns undefined if it was known, or its parent's state was
 * edited meanwhile.
 * @throws when it is refused: a block of this node obeys the rules.
 */
export async function importMined(
  context: MinedContext,
  block: Block,
  { outcome, parentRoot, header, requested, prevRandao }: BlockTemplate,
): Promise<StoredBlock | undefined> {
  const { parentHash } = block.header;
  const { transactionsRoot } = header;
  const executed = { parentHash, parentRoot, outcome, transactionsRoot, requested, prevRandao };
  const imported = await context.import(block, executed);
  switch (imported.status) {
    case "head":
    case "side":
      return imported.block;
    case "known":
    case "outdated":
      return undefined;
    case "no-parent":
      throw new Error("the parent of our own block is missing");
    case "invalid": {
      const { rule, expected, found } = imported.violation;
      throw new Error(`our own block breaks ${rule}: expected ${expected}, found ${found}`);
    }
  }
}
