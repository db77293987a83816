/** Selects the uncles of a block that is built. */
import {
  type Block,
  type BlockHash,
  type ChainSpec,
  type Header,
  unclesHash,
  unsealedProof,
} from "@tandem/primitives";
import type { Ancestry } from "./ancestry.js";
import { unclesMax } from "./limits.js";
import { type UncleCheck, validateUncles } from "./validate-uncles.js";

/** A parent and the branch that ends at it. */
export interface UnclePlace {
  readonly parent: Header;
  readonly parentHash: BlockHash;
  readonly ancestry: Ancestry;
}

/**
 * Returns the candidates that a block on this parent may list, up to the limit, in their order.
 * @param nowSeconds Unix seconds on the miner's clock.
 */
export function chooseUncles(
  candidates: readonly Header[],
  place: UnclePlace,
  spec: ChainSpec,
  nowSeconds: number,
  check: UncleCheck = {},
): readonly Header[] {
  let chosen: readonly Header[] = [];
  for (const candidate of candidates) {
    if (chosen.length === unclesMax) return chosen;
    const more = [...chosen, candidate];
    const block = unclesOnly(place, more);
    if (validateUncles(block, place.ancestry, spec, nowSeconds, check) === undefined) chosen = more;
  }
  return chosen;
}

/** Returns a block with only these uncles, as input of the uncle rules. */
function unclesOnly({ parent, parentHash }: UnclePlace, uncles: readonly Header[]): Block {
  const header: Header = {
    ...parent,
    ...unsealedProof,
    parentHash,
    number: parent.number + 1,
    unclesHash: unclesHash(uncles),
    uncleCount: uncles.length,
  };
  return { header, transactions: [], uncles };
}
