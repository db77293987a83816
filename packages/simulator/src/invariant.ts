/**
 * Checks conditions that hold at every moment of a simulation, in any scenario; a violation is a
 * bug.
 */

export type InvariantName =
  /** Consensus refuses a block for a reason that no pool can cause. */
  | "blocks-are-valid"
  /** A node follows a head that it does not know, or whose parent it does not know. */
  | "views-are-known"
  /** A node knows a block with more weight than its head. */
  | "heads-are-heaviest"
  /**
   * A block's total difficulty is not the sum of its parent's, its own and its uncles' difficulty.
   */
  | "weights-add-up"
  /** Two main blocks list one uncle, or one lists a main block. */
  | "uncles-are-listed-once"
  /** A main block does not follow the main block before it. */
  | "main-chain-is-linked"
  /** Blocks were counted twice, or not at all. */
  | "all-blocks-are-counted";

export class InvariantBroken extends Error {
  readonly invariant: InvariantName;
  readonly seed: number;
  readonly event: number;

  /** @param at the seed and the event of the run, by which it can be reproduced. */
  constructor(
    invariant: InvariantName,
    at: { readonly seed: number; readonly event: number },
    detail: string,
  ) {
    super(`${invariant} does not hold at event ${at.event} of seed ${at.seed}: ${detail}`);
    this.name = "InvariantBroken";
    this.invariant = invariant;
    this.seed = at.seed;
    this.event = at.event;
  }
}

/** @throws {InvariantBroken} unless `holds`. */
export type Check = (invariant: InvariantName, holds: boolean, detail: () => string) => void;

/** @param events returns the number of events so far. */
export function createCheck(seed: number, events: () => number): Check {
  return (invariant, holds, detail) => {
    if (!holds) throw new InvariantBroken(invariant, { seed, event: events() }, detail());
  };
}
