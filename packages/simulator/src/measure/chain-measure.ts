/** Measures a chain from its main blocks in order and its stale blocks. */
import type { ChainResults } from "../results/results.js";
import { createSample } from "./distribution.js";
import type { ReorgCount } from "./reorgs.js";
import { createSeries, type MainBlockFacts } from "./series.js";

/** Counts a pool's blocks by their outcome. */
export interface Fates {
  main: number;
  stale: number;
  hidden: number;
}

export interface ChainMeasure {
  /** Adds a main block, in order of height; blocks of the warm-up are not added. */
  addMain(line: number, block: MainBlockFacts): void;
  addStale(line: number): void;
  addHidden(line: number): void;
  /** The counts of each line. */
  readonly fates: readonly Fates[];
  results(reorgs: { readonly observer: ReorgCount; readonly pools: ReorgCount }): ChainResults;
}

export function createChainMeasure(lines: number): ChainMeasure {
  const fates = Array.from({ length: lines }, (): Fates => ({ main: 0, stale: 0, hidden: 0 }));
  const total: Fates = { main: 0, stale: 0, hidden: 0 };
  const intervals = createSample();
  const series = createSeries();
  const difficulty = { first: 0, last: 0, lowest: Number.POSITIVE_INFINITY, highest: 0 };
  const count = (line: number, fate: keyof Fates) => {
    (fates[line] as Fates)[fate]++;
    total[fate]++;
  };

  return {
    addMain(line, block) {
      count(line, "main");
      intervals.add(block.interval);
      series.add(block);
      if (total.main === 1) difficulty.first = block.difficulty;
      difficulty.last = block.difficulty;
      if (block.difficulty < difficulty.lowest) difficulty.lowest = block.difficulty;
      if (block.difficulty > difficulty.highest) difficulty.highest = block.difficulty;
    },
    addStale: (line) => count(line, "stale"),
    addHidden: (line) => count(line, "hidden"),
    fates,
    results: (reorgs) => ({
      mined: total.main + total.stale + total.hidden,
      ...total,
      staleShare: shareOf(total.stale, total.main + total.stale),
      intervalSeconds: intervals.summary(),
      reorgs: { ...reorgs.observer.summary(), pools: reorgs.pools.summary() },
      difficulty: total.main === 0 ? { ...difficulty, lowest: 0 } : difficulty,
      series: series.points(),
    }),
  };
}

/** Computes a fraction; 0 when the whole is 0. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
