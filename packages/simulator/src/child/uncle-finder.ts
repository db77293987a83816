/** Finds the blocks that a node could list as uncles and that consensus permits. */
import { chooseUncles, oldestUncleHeight, type UncleCheck } from "@tandem/consensus";
import type { ChainSpec } from "@tandem/primitives";
import { ancestorAt, ancestryOf, type ChildBlock } from "./block.js";

export interface UncleFinder {
  /** Adds a block that any pool found. */
  add(block: ChildBlock): void;
  /**
   * Returns the uncles for a block on `parent` by this node; the same list for the same known
   * blocks.
   */
  choose(parent: ChildBlock, place: number, nowSeconds: number): readonly ChildBlock[];
  /** Drops blocks below this height. */
  prune(height: number): void;
}

const none: readonly ChildBlock[] = [];

export function createUncleFinder(spec: ChainSpec, check: UncleCheck): UncleFinder {
  const byHeight = new Map<number, ChildBlock[]>();
  let lowest = 0;

  /**
   * Returns the blocks of the last generations that the node knows and that are not on the branch,
   * oldest first.
   */
  function candidatesOf(parent: ChildBlock, place: number): ChildBlock[] {
    const highest = parent.header.number;
    const from = Math.max(1, oldestUncleHeight(highest + 1));
    const found: ChildBlock[] = [];
    for (let height = from; height <= highest; height++) {
      const rivals = byHeight.get(height);
      if (rivals === undefined || rivals.length < 2) continue;
      const onBranch = ancestorAt(parent, height);
      for (const block of rivals) {
        if (block !== onBranch && block.knownTo[place] === 1) found.push(block);
      }
    }
    return found;
  }

  function chooseBy(parent: ChildBlock, candidates: readonly ChildBlock[], nowSeconds: number) {
    const byHeader = new Map(candidates.map((block) => [block.header, block]));
    const place = {
      parent: parent.header,
      parentHash: parent.hash,
      ancestry: ancestryOf(parent),
    };
    const chosen = chooseUncles([...byHeader.keys()], place, spec, nowSeconds, check);
    return chosen.flatMap((header) => byHeader.get(header) ?? []);
  }

  return {
    add(block) {
      const { number } = block.header;
      const rivals = byHeight.get(number);
      if (rivals === undefined) byHeight.set(number, [block]);
      else rivals.push(block);
    },
    choose(parent, place, nowSeconds) {
      const candidates = candidatesOf(parent, place);
      if (candidates.length === 0) return none;
      const key = candidates.map(({ id }) => id).join();
      const chosen = parent.uncleChoices.get(key) ?? chooseBy(parent, candidates, nowSeconds);
      parent.uncleChoices.set(key, chosen);
      return chosen;
    },
    prune(height) {
      for (; lowest < height; lowest++) byHeight.delete(lowest);
    },
  };
}
