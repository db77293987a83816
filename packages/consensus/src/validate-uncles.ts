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
import { tooEarly } from "./rules/future.js";
import { validateHeader } from "./validate-header.js";
import { type Violation, violation } from "./violation.js";

/** The rule that an uncle breaks whose parent is not on the branch. */
export const parentNotAncestor = "uncles/parent-not-ancestor";

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
  const { number } = header;
  const findViolation = createUncleRules({ ...check, number, ancestry, spec, nowSeconds });
  for (const uncle of uncles) {
    const broken = findViolation(uncle);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

/**
 * Returns the lowest height of an uncle that a block may list; it may be below 1.
 * @param number the height of the block.
 */
export const oldestUncleHeight = (number: number): number => number - uncleGenerationsMax + 1;

/** A block that lists uncles, and how they are checked. */
export interface UnclePlace extends UncleCheck {
  /** Height of the block that lists them. */
  readonly number: number;
  /** The branch that ends at the block's parent. */
  readonly ancestry: Ancestry;
  readonly spec: ChainSpec;
  /** Unix seconds on the validator's clock. */
  readonly nowSeconds: number;
}

/**
 * Creates the rules for the uncles of one block, for one uncle after the other: each call returns
 * the first rule that the uncle breaks beside those that were accepted before it.
 */
export function createUncleRules(place: UnclePlace): (uncle: Header) => Violation | undefined {
  const hashOf = place.hashOf ?? hashHeader;
  const used = usedHashes(place.number, place.ancestry, hashOf);
  return (uncle) => {
    const hash = hashOf(uncle);
    const key = toHex(hash);
    const broken = findReuse(hash, used.get(key)) ?? checkUncle(uncle, hash, place);
    if (broken === undefined) used.set(key, "block");
    return broken;
  };
}

function findReuse(found: BlockHash, earlier: "ancestor" | "block" | undefined) {
  switch (earlier) {
    case undefined:
      return undefined;
    case "block":
      return violation("uncles/duplicate", { found });
    case "ancestor":
      return violation("uncles/already-listed", { found });
  }
}

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

function checkUncle(uncle: Header, hash: BlockHash, place: UnclePlace): Violation | undefined {
  const { number, ancestry } = place;
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
    return violation(parentNotAncestor, { found: uncle.parentHash });
  }
  if (place.isKnownValid?.(uncle) === true) return undefined;
  const broken = validateHeader({ ...place, header: uncle, parent });
  // Its block is valid later.
  if (broken?.rule === tooEarly) return broken;
  return broken && violation("uncles/invalid-header", { found: broken.rule });
}
