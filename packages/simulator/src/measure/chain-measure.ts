/** Measures a chain from its main blocks in order and its stale blocks. */
import type { ChainResults } from "../results/results.js";
import { Sample } from "./distribution.js";
import type { ReorgCount } from "./reorgs.js";
import { type MainBlockFacts, Series } from "./series.js";

/** Counts a pool's blocks by their outcome. */
export interface Fates {
  main: number;
  stale: number;
  hidden: number;
}

export class ChainMeasure {
  /** The counts of each group. */
  readonly fates: readonly Fates[];
  readonly #total: Fates = { main: 0, stale: 0, hidden: 0 };
  readonly #intervals = new Sample();
  readonly #series = new Series();
  readonly #difficulty = { first: 0, last: 0, lowest: Number.POSITIVE_INFINITY, highest: 0 };

  constructor(groupCount: number) {
    this.fates = Array.from({ length: groupCount }, () => ({ main: 0, stale: 0, hidden: 0 }));
  }

  /** Adds a main block, in order of height; blocks of the warm-up are not added. */
  addMain(group: number, block: MainBlockFacts): void {
    this.#count(group, "main");
    this.#intervals.add(block.interval);
    this.#series.add(block);
    const difficulty = this.#difficulty;
    if (this.#total.main === 1) difficulty.first = block.difficulty;
    difficulty.last = block.difficulty;
    if (block.difficulty < difficulty.lowest) difficulty.lowest = block.difficulty;
    if (block.difficulty > difficulty.highest) difficulty.highest = block.difficulty;
  }

  addStale(group: number): void {
    this.#count(group, "stale");
  }

  addHidden(group: number): void {
    this.#count(group, "hidden");
  }

  results(reorgs: { readonly observer: ReorgCount; readonly pools: ReorgCount }): ChainResults {
    const { main, stale, hidden } = this.#total;
    const difficulty = this.#difficulty;
    return {
      mined: main + stale + hidden,
      ...this.#total,
      staleShare: shareOf(stale, main + stale),
      intervalSeconds: this.#intervals.summary(),
      reorgs: { ...reorgs.observer.summary(), pools: reorgs.pools.summary() },
      difficulty: main === 0 ? { ...difficulty, lowest: 0 } : difficulty,
      series: this.#series.points(),
    };
  }

  #count(group: number, fate: keyof Fates): void {
    (this.fates[group] as Fates)[fate]++;
    this.#total[fate]++;
  }
}

/** Computes a fraction; 0 when the whole is 0. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
