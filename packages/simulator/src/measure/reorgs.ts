/** Counts reorgs by depth. */
import { reorgDepthsCounted } from "../limits.js";

export interface ReorgCount {
  /**
   * Adds a reorg, unless it was during the warm-up.
   * @param at virtual seconds.
   * @param times the number of views that had the reorg at once.
   */
  add(depth: number, at: number, times?: number): void;
  summary(): { readonly count: number; readonly deepest: number; readonly byDepth: number[] };
}

export function createReorgCount(warmUpSeconds: number): ReorgCount {
  const byDepth: number[] = [];
  let count = 0;
  let deepest = 0;
  return {
    add(depth, at, times = 1) {
      if (depth === 0 || times === 0 || at < warmUpSeconds) return;
      count += times;
      if (depth > deepest) deepest = depth;
      const place = Math.min(depth, reorgDepthsCounted) - 1;
      while (byDepth.length <= place) byDepth.push(0);
      byDepth[place] = (byDepth[place] as number) + times;
    },
    summary: () => ({ count, deepest, byDepth: [...byDepth] }),
  };
}
