/** Finds the blocks that a node could list as uncles and that consensus permits. */
import { chooseUncles, oldestUncleHeight, type UncleCheck } from "@tandem/consensus";
import type { ChainSpec } from "@tandem/primitives";
import { ancestorAt, ancestryOf, type ChildBlock } from "./block.js";

const none: readonly ChildBlock[] = [];

export class UncleFinder {
  readonly #spec: ChainSpec;
  readonly #check: UncleCheck;
  readonly #byHeight = new Map<number, ChildBlock[]>();
  #lowest = 0;

  constructor(spec: ChainSpec, check: UncleCheck) {
    this.#spec = spec;
    this.#check = check;
  }

  /** Adds a block that any pool found. */
  add(block: ChildBlock): void {
    const { number } = block.header;
    const rivals = this.#byHeight.get(number);
    if (rivals === undefined) this.#byHeight.set(number, [block]);
    else rivals.push(block);
  }

  /**
   * Returns the uncles for a block on `parent` by this node; the same list for the same known
   * blocks.
   */
  choose(parent: ChildBlock, place: number, nowSeconds: number): readonly ChildBlock[] {
    const candidates = this.#candidatesOf(parent, place);
    if (candidates.length === 0) return none;
    const key = candidates.map(({ id }) => id).join();
    const chosen = parent.uncleChoices.get(key) ?? this.#chooseBy(parent, candidates, nowSeconds);
    parent.uncleChoices.set(key, chosen);
    return chosen;
  }

  /** Drops blocks below this height. */
  prune(height: number): void {
    for (; this.#lowest < height; this.#lowest++) this.#byHeight.delete(this.#lowest);
  }

  /**
   * Returns the blocks beside the branch, with a parent on it, of the last generations that the
   * node knows, oldest first. In a storm most blocks have no parent there, so `chooseUncles` is
   * spared them.
   */
  #candidatesOf(parent: ChildBlock, place: number): ChildBlock[] {
    const highest = parent.header.number;
    const from = Math.max(1, oldestUncleHeight(highest + 1));
    const found: ChildBlock[] = [];
    for (let height = from; height <= highest; height++) {
      const rivals = this.#byHeight.get(height);
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

  #chooseBy(parent: ChildBlock, candidates: readonly ChildBlock[], nowSeconds: number) {
    const byHeader = new Map(candidates.map((block) => [block.header, block]));
    const chosen = chooseUncles([...byHeader.keys()], {
      ...this.#check,
      number: parent.header.number + 1,
      ancestry: ancestryOf(parent),
      spec: this.#spec,
      nowSeconds,
    });
    return chosen.flatMap((header) => byHeader.get(header) ?? []);
  }
}
