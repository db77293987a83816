/** Whether traffic may come to this node, as `/health` tells it. */
import type { Chain } from "@tandem/chain";
import type { Health } from "@tandem/rpc";
import type { Clock } from "@tandem/runtime";
import type { Store } from "@tandem/store";

/** Blocks that are made on time may be late by so many intervals, and by so long at least. */
const lateIntervalsMax = 10;
const lateMsMin = 30_000;

export interface HealthParts {
  readonly chain: Chain;
  readonly store: Store;
  /** Of the machine: blocks come late by it, whatever time they say. */
  readonly clock: Clock;
}

/** @returns what tells it at any moment. */
export function watchHealth({ chain, store, clock }: HealthParts): () => Health {
  let sinceMs = clock.now();
  chain.onHeadMoved(() => {
    sinceMs = clock.now();
  });
  let knownMs = chain.controls.mining().intervalMs;
  /** By the interval as it is now: calls change it, and blocks are waited for from then on. */
  function isLate(): boolean {
    const { intervalMs } = chain.controls.mining();
    if (intervalMs !== knownMs) sinceMs = clock.now();
    knownMs = intervalMs;
    if (intervalMs === undefined) return false;
    return clock.now() - sinceMs > Math.max(lateMsMin, lateIntervalsMax * intervalMs);
  }
  return () => {
    const disk = store.room();
    const damage = store.damage()?.message;
    if (damage !== undefined) return { status: "damaged", disk, damage };
    if (!disk.isWritable) return { status: "disk-full", disk };
    const isLagging = chain.syncing() !== undefined || isLate();
    return { status: isLagging ? "lagging" : "ready", disk };
  };
}
