/** Counts reorgs by depth. */
import { reorgDepthsCounted } from "../limits.js";

export class ReorgCount {
  readonly #warmUpSeconds: number;
  readonly #byDepth: number[] = [];
  #count = 0;
  #deepest = 0;

  constructor(warmUpSeconds: number) {
    this.#warmUpSeconds = warmUpSeconds;
  }

  /**
   * Adds a reorg, unless it was during the warm-up.
   * @param at virtual seconds.
   * @param times the number of views that had the reorg at once.
   */
  add(depth: number, at: number, times = 1): void {
    if (depth === 0 || times === 0 || at < this.#warmUpSeconds) return;
    this.#count += times;
    if (depth > this.#deepest) this.#deepest = depth;
    const byDepth = this.#byDepth;
    const place = Math.min(depth, reorgDepthsCounted) - 1;
    while (byDepth.length <= place) byDepth.push(0);
    byDepth[place] = (byDepth[place] as number) + times;
  }

  summary(): { readonly count: number; readonly deepest: number; readonly byDepth: number[] } {
    return { count: this.#count, deepest: this.#deepest, byDepth: [...this.#byDepth] };
  }
}
