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
   * Returns the blocks beside the branch, with a parent on it, of the last generations that the
   * node knows, oldest first. In a storm most blocks have no parent there, so `chooseUncles` is
   * spared them.
   */
  function candidatesOf(parent: ChildBlock, place: number): ChildBlock[] {
    const highest = parent.header.number;
    const from = Math.max(1, oldestUncleHeight(highest + 1));
    const found: ChildBlock[] = [];
    for (let height = from; height <= highest; height++) {
      const rivals = byHeight.get(height);
      if (rivals === undefined || rivals.length < 2) continue;
      const onBranch = ancestorAt(parent, height);
      const before = onBranch?.parent;
      for (const block of rivals) {
        if (block.parent === before && block !== onBranch && block.knownTo[place] === 1) {
          found.push(block);
        }
      }
    }
    return found;
  }

  function chooseBy(parent: ChildBlock, candidates: readonly ChildBlock[], nowSeconds: number) {
    const byHeader = new Map(candidates.map((block) => [block.header, block]));
    const number = parent.header.number + 1;
    const ancestry = ancestryOf(parent);
    const place = { ...check, number, ancestry, spec, nowSeconds };
    const chosen = chooseUncles([...byHeader.keys()], place);
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
