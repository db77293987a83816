/**
 * Records a series over the main chain with a bounded number of points for a run of any length. A
 * point summarizes blocks; when there are too many points, each two are merged.
 */
import { seriesPointsMax } from "../limits.js";
import type { SeriesPoint } from "../results/results.js";

export interface MainBlockFacts {
  readonly height: number;
  /** Virtual seconds. */
  readonly foundAt: number;
  readonly difficulty: number;
  /** The seconds since the block before. */
  readonly interval: number;
  readonly stale: number;
}

interface Sums {
  height: number;
  foundAt: number;
  blocks: number;
  difficulty: number;
  interval: number;
  stale: number;
}

export class Series {
  #sums: Sums[] = [];
  #stride = 1;

  add({ height, foundAt, difficulty, interval, stale }: MainBlockFacts): void {
    const last = this.#sums.at(-1);
    if (last !== undefined && last.blocks < this.#stride) {
      last.height = height;
      last.foundAt = foundAt;
      last.blocks++;
      last.difficulty += difficulty;
      last.interval += interval;
      last.stale += stale;
      return;
    }
    if (this.#sums.length === seriesPointsMax) this.#halve();
    this.#sums.push({ height, foundAt, blocks: 1, difficulty, interval, stale });
  }

  points(): SeriesPoint[] {
    return this.#sums.map(toPoint);
  }

  #halve(): void {
    const sums = this.#sums;
    const joined: Sums[] = [];
    for (let i = 0; i + 1 < sums.length; i += 2)
      joined.push(join(sums[i] as Sums, sums[i + 1] as Sums));
    this.#sums = joined;
    this.#stride *= 2;
  }
}

const join = (a: Sums, b: Sums): Sums => ({
  height: b.height,
  foundAt: b.foundAt,
  blocks: a.blocks + b.blocks,
  difficulty: a.difficulty + b.difficulty,
  interval: a.interval + b.interval,
  stale: a.stale + b.stale,
});

const toPoint = ({ height, foundAt, blocks, difficulty, interval, stale }: Sums): SeriesPoint => ({
  height,
  blocks,
  hours: foundAt / 3600,
  difficulty: difficulty / blocks,
  intervalSeconds: interval / blocks,
  stalePerBlock: stale / blocks,
});
