/** One hidden branch: its witnesses in Bitcoin's chain, and their combined data. */
import type { DisplayHash } from "@tandem/bitcoin";
import { hiddenBytesKept, witnessesKept } from "../limits.js";
import type { ForkTag } from "../merged-mining/tag.js";
import type { ForkRange, Placement } from "./placement.js";

/** A Bitcoin block whose coinbase tags a block of a hidden branch. */
export interface Witness {
  readonly bitcoinHeight: number;
  readonly bitcoinHash?: DisplayHash;
  /** Unix seconds of its header. */
  readonly time?: number;
  readonly tag: ForkTag;
}

export type WitnessPlacement = Extract<Placement, { readonly kind: "witness" }>;

interface PlacedWitness {
  readonly witness: Witness;
  readonly placement: WitnessPlacement;
  /** The value of `Fork.share` at this witness. */
  share: number;
}

/** A branch that is monitored. */
export interface HiddenBranch {
  readonly id: number;
  range: ForkRange;
  /** Known vector bytes by height, the oldest first. */
  readonly bytes: Map<number, number>;
  /** The witnesses in Bitcoin's order; the oldest are dropped. */
  readonly placed: PlacedWitness[];
  /** Summarizes dropped witnesses. */
  forgotten: { readonly count: number; readonly range: ForkRange };
}

const anywhere: ForkRange = { from: 0, to: Number.POSITIVE_INFINITY };

/**
 * Intersects two ranges. A byte that differs proves a different block at that height; one that
 * agrees may do so by chance, one in 256, and then suggests a later start. Of two disjoint ranges
 * the earlier is returned.
 */
function narrower(one: ForkRange, other: ForkRange): ForkRange {
  const from = Math.max(one.from, other.from);
  const to = Math.min(one.to, other.to);
  if (from < to) return { from, to };
  return one.to < other.to ? one : other;
}

export function createHiddenBranch(id: number): HiddenBranch {
  const forgotten = { count: 0, range: anywhere };
  return { id, range: anywhere, bytes: new Map(), placed: [], forgotten };
}

function learn(branch: HiddenBranch, { range, hidden }: WitnessPlacement): void {
  branch.range = narrower(branch.range, range);
  for (const { height, byte } of hidden.toReversed()) branch.bytes.set(height, byte);
  for (const oldest of branch.bytes.keys()) {
    if (branch.bytes.size <= hiddenBytesKept) break;
    branch.bytes.delete(oldest);
  }
}

export function addWitness(branch: HiddenBranch, placed: PlacedWitness): void {
  branch.placed.push(placed);
  learn(branch, placed.placement);
  if (branch.placed.length > witnessesKept) forgetOldest(branch);
}

/** Removes the witness at a height that Bitcoin reorganized: only the newest can be at it. */
export function dropWitness(branch: HiddenBranch, bitcoinHeight: number): void {
  if (branch.placed.at(-1)?.witness.bitcoinHeight !== bitcoinHeight) return;
  branch.placed.pop();
  branch.range = branch.forgotten.range;
  branch.bytes.clear();
  for (const { placement } of branch.placed) learn(branch, placement);
}

/** Removes the witness at a height that is too old to store: only the oldest can be at it. */
export function forgetWitness(branch: HiddenBranch, bitcoinHeight: number): void {
  if (branch.placed[0]?.witness.bitcoinHeight === bitcoinHeight) forgetOldest(branch);
}

/** Removes the oldest witness; its bound on the branch's start remains. */
function forgetOldest(branch: HiddenBranch): void {
  const oldest = branch.placed.shift();
  if (oldest === undefined) return;
  const { count, range } = branch.forgotten;
  branch.forgotten = { count: count + 1, range: narrower(range, oldest.placement.range) };
}

/**
 * Counts the hidden blocks that the branch and a new witness share by their vector bytes; undefined
 * if they are not the same branch: a byte differs, or none is common.
 */
export function overlap(branch: HiddenBranch, placement: WitnessPlacement): number | undefined {
  let shared = 0;
  for (const { height, byte } of placement.hidden) {
    const known = branch.bytes.get(height);
    if (known !== undefined && known !== byte) return undefined;
    if (known !== undefined) shared++;
  }
  const { from } = placement.range;
  return shared > 0 || (from !== 0 && from === branch.range.from) ? shared : undefined;
}

export const hasWitnessed = ({ placed }: HiddenBranch, { prefix, height }: ForkTag): boolean =>
  placed.some(
    ({ witness: { tag } }) =>
      tag.height === height && tag.prefix.every((byte, i) => byte === prefix[i]),
  );
