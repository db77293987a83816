/** Validates the uncles that a block lists: stale blocks on this branch, each rewarded once. */
import {
  type Block,
  type BlockHash,
  type ChainSpec,
  type Header,
  hashHeader,
  isEqual,
  toHex,
  unclesHash,
} from "@tandem/primitives";
import type { Ancestry } from "./ancestry.js";
import { uncleGenerationsMax, unclesMax } from "./limits.js";
import type { WorkCheck } from "./merged-mining/verify.js";
import { validateHeader } from "./validate-header.js";
import { type Violation, violation } from "./violation.js";

export interface UncleCheck {
  /** The check of an uncle's proof of work; if undefined, it is required. */
  readonly work?: WorkCheck;
  /** Returns whether a header was found valid as a block: on the same parent it still is. */
  readonly isKnownValid?: (header: Header) => boolean;
  /** Returns hashes that are known already; if undefined, each is computed. */
  readonly hashOf?: (header: Header) => BlockHash;
}

/**
 * Validates uncles. Returns the first rule they break.
 * @param ancestry the branch that ends at the block's parent.
 * @param nowSeconds Unix seconds on the validator's clock.
 */
export function validateUncles(
  block: Block,
  ancestry: Ancestry,
  spec: ChainSpec,
  nowSeconds: number,
  check: UncleCheck = {},
): Violation | undefined {
  const { header, uncles } = block;
  if (uncles.length > unclesMax) {
    return violation("uncles/too-many", { expected: unclesMax, found: uncles.length });
  }
  if (header.uncleCount !== uncles.length) {
    return violation("uncles/count", { expected: uncles.length, found: header.uncleCount });
  }
  const expected = unclesHash(uncles);
  if (!isEqual(header.unclesHash, expected)) {
    return violation("uncles/hash", { expected, found: header.unclesHash });
  }
  // Most blocks list none, for which the lists of the ancestors need not be read.
  if (uncles.length === 0) return undefined;
  const used = usedHashes(header.number, ancestry, check.hashOf ?? hashHeader);
  for (const uncle of uncles) {
    const broken = checkUncle({
      ...check,
      uncle,
      number: header.number,
      ancestry,
      spec,
      nowSeconds,
      used,
    });
    if (broken !== undefined) return broken;
  }
  return undefined;
}

/**
 * Returns the lowest height of an uncle that a block may list; it may be below 1.
 * @param number the height of the block.
 */
export const oldestUncleHeight = (number: number): number => number - uncleGenerationsMax + 1;

/** Returns the hashes of the uncles that the last generations list already. */
function usedHashes(
  number: number,
  ancestry: Ancestry,
  hashOf: (header: Header) => BlockHash,
): Map<string, "ancestor" | "block"> {
  const used = new Map<string, "ancestor" | "block">();
  for (let height = number - 1; height > 0 && height >= number - uncleGenerationsMax; height--) {
    for (const uncle of ancestry.uncles(height)) used.set(toHex(hashOf(uncle)), "ancestor");
  }
  return used;
}

interface UncleContext extends UncleCheck {
  readonly uncle: Header;
  /** Height of the block that lists it. */
  readonly number: number;
  readonly ancestry: Ancestry;
  readonly spec: ChainSpec;
  readonly nowSeconds: number;
  /** The hashes in use, to which each uncle of the block is added. */
  readonly used: Map<string, "ancestor" | "block">;
}

function checkUncle(context: UncleContext): Violation | undefined {
  const { uncle, number, ancestry, used } = context;
  const hash = (context.hashOf ?? hashHeader)(uncle);
  const key = toHex(hash);
  const earlier = used.get(key);
  if (earlier === "block") return violation("uncles/duplicate", { found: hash });
  if (earlier === "ancestor") return violation("uncles/already-listed", { found: hash });
  used.set(key, "block");

  if (uncle.number >= number) {
    return violation("uncles/too-young", { expected: `below ${number}`, found: uncle.number });
  }
  const oldest = oldestUncleHeight(number);
  if (uncle.number < oldest) {
    return violation("uncles/too-old", { expected: oldest, found: uncle.number });
  }
  const parentHeight = uncle.number - 1;
  const sameHeight = ancestry.hash(uncle.number);
  if (sameHeight !== undefined && isEqual(sameHeight, hash)) {
    return violation("uncles/is-ancestor", { found: hash });
  }
  const parent = ancestry.header(parentHeight);
  const parentHash = ancestry.hash(parentHeight);
  if (parent === undefined || parentHash === undefined || !isEqual(parentHash, uncle.parentHash)) {
    return violation("uncles/parent-not-ancestor", { found: uncle.parentHash });
  }
  if (context.isKnownValid?.(uncle) === true) return undefined;
  const broken = validateHeader({ ...context, header: uncle, parent });
  return broken && violation("uncles/invalid-header", { found: broken.rule });
}
