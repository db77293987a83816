/** Blocks brought from outside as RLP, by the same door as all others. */

import type { Block } from "@tandem/primitives";
import { type ChainSpec, Fault } from "@tandem/primitives";
import { decodeBlock } from "./body.js";
import type { Imported } from "./import-block.js";

/**
 * Stops at the first that is not taken; those before it stay.
 * @returns how many were new.
 * @throws {Fault} `bad-request`, naming the block and the rule it breaks; `unusable-data` or
 * `transaction-refused` when the bytes are not a block.
 */
export async function importRawBlocks(
  blocks: readonly Uint8Array[],
  spec: ChainSpec,
  importBlock: (block: Block) => Promise<Imported>,
): Promise<number> {
  let added = 0;
  for (const bytes of blocks) {
    const block = decodeBlock(bytes, spec);
    const imported = await importBlock(block);
    if (imported.status === "head" || imported.status === "side") added++;
    if (imported.status === "no-parent") throw refused(block, "its parent is not known");
    if (imported.status === "invalid") {
      const { rule, expected, found } = imported.violation;
      const detail = expected === undefined ? found : `expected ${expected}, found ${found}`;
      throw refused(block, `it breaks ${rule}${detail === undefined ? "" : `: ${detail}`}`);
    }
  }
  return added;
}

const refused = ({ header }: Block, reason: string) =>
  new Fault({ code: "bad-request", message: `block ${header.number} is refused: ${reason}` });
