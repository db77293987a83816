/** Imports blocks that this node mined. */
import { tooEarly } from "@tandem/consensus";
import { type Block, type ChainSpec, Fault, type StoredBlock } from "@tandem/primitives";
import type { TemplateContext } from "../building/block-template.js";
import type { BlockTemplate } from "../building/build-block.js";
import type { Imported } from "../import/imported.js";

export interface MinedContext extends TemplateContext {
  readonly import: (block: Block, template: BlockTemplate) => Promise<Imported>;
}

/**
 * Imports a block made by this node. Returns undefined if it was known, or its parent's state was
 * edited meanwhile.
 * @throws {Fault} `unsealable` if its time is further ahead of the clock than the chain allows: blocks follow at
 * least a second after one another, however fast they are made.
 * @throws when it is refused otherwise: a block of this node obeys the rules.
 */
export async function importMined(
  context: MinedContext,
  block: Block,
  template: BlockTemplate,
): Promise<StoredBlock | undefined> {
  const imported = await context.import(block, template);
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
      if (rule === tooEarly) throw early(block, context.spec);
      throw new Error(`our own block breaks ${rule}: expected ${expected}, found ${found}`);
    }
  }
}

function early({ header: { number, timestamp } }: Block, { futureSecondsMax }: ChainSpec): Fault {
  const message =
    `block ${number} would have the time ${timestamp}, and the chain allows ${futureSecondsMax} seconds ` +
    "ahead of the clock: it can be made when its time has come";
  return new Fault({ code: "unsealable", message });
}
