/** Imports RLP-encoded blocks of a client. */

import { type Block, type ChainSpec, Fault } from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import { decodeBlockSteps } from "./decode-block.js";
import type { Imported } from "./import-block.js";

/**
 * Stops at the first that is not taken; those before it stay.
 * @returns how many were new.
 * @throws {Fault} `bad-request`, naming the block and the rule it breaks, or what its bytes lack.
 */
export async function importRawBlocks(
  blocks: readonly Uint8Array[],
  spec: ChainSpec,
  importBlock: (block: Block) => Promise<Imported>,
): Promise<number> {
  let added = 0;
  for (const [position, bytes] of blocks.entries()) {
    const block = await decode(bytes, spec, position);
    const imported = await importBlock(block);
    if (isNew(imported, block)) added++;
  }
  return added;
}

/** @throws {Fault} `bad-request` for a block that is refused. */
function isNew(imported: Imported, block: Block): boolean {
  switch (imported.status) {
    case "head":
    case "side":
      return true;
    case "known":
    case "outdated":
      return false;
    case "no-parent":
      throw refused(block, "its parent is not known");
    case "invalid": {
      const { rule, expected, found } = imported.violation;
      const detail = expected === undefined ? found : `expected ${expected}, found ${found}`;
      throw refused(block, `it breaks ${rule}${detail === undefined ? "" : `: ${detail}`}`);
    }
  }
}

async function decode(bytes: Uint8Array, spec: ChainSpec, position: number): Promise<Block> {
  try {
    return await runYielding(decodeBlockSteps(bytes, spec));
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    const message = `blocks[${position}] is refused: ${cause.message}`;
    throw new Fault({ code: "bad-request", message }, { cause });
  }
}

const refused = ({ header }: Block, reason: string) =>
  new Fault({ code: "bad-request", message: `block ${header.number} is refused: ${reason}` });
