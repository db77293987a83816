/** Determines the health of this node for `/health`. */
import type { Chain } from "@tandem/chain";
import type { ClusterApi, Health } from "@tandem/rpc";
import type { Clock } from "@tandem/runtime";
import type { Store } from "@tandem/store";
import { clusterLimits } from "./cluster/limits.js";

/** Interval mining may be late by this many intervals, and by this duration at least. */
const lateIntervalsMax = 10;
const lateMsMin = 30_000;

export interface HealthParts {
  readonly chain: Chain;
  readonly store: Store;
  /** A steady clock: lateness depends neither on block times nor on when the machine's clock is set. */
  readonly clock: Clock;
  /** The cluster that the node is a member of. */
  readonly cluster?: Pick<ClusterApi, "status"> | undefined;
}

/** Returns a function that computes the current health. */
export function watchHealth({ chain, store, clock, cluster }: HealthParts): () => Health {
  let sinceMs = clock.now();
  chain.onHeadMoved(() => {
    sinceMs = clock.now();
  });
  /** Returns the current interval, which methods can change. Only the sealer's makes the blocks of a cluster. */
  const currentMs = () => {
    const role = cluster?.status()?.role ?? "sealer";
    return role === "sealer" ? chain.controls.mining().intervalMs : undefined;
  };
  let knownMs = currentMs();
  /** Returns whether a block is late. */
  function isLate(): boolean {
    const intervalMs = currentMs();
    if (intervalMs !== knownMs) sinceMs = clock.now();
    knownMs = intervalMs;
    if (intervalMs === undefined) return false;
    return clock.now() - sinceMs > Math.max(lateMsMin, lateIntervalsMax * intervalMs);
  }
  const isBehind = () => (cluster?.status()?.behindMs ?? 0) > clusterLimits.lagMsMax;
  return () => {
    const told = { disk: store.freeSpace(), headTimestamp: chain.head().header.timestamp };
    const damage = store.damage()?.message;
    if (damage !== undefined) return { status: "damaged", damage, ...told };
    if (!told.disk.isWritable) return { status: "disk-full", ...told };
    const isLagging = chain.syncing() !== undefined || isLate() || isBehind();
    return { status: isLagging ? "lagging" : "ready", ...told };
  };
}
