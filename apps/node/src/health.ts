/** Whether traffic may come to this node, as `/health` tells it. */
import type { Chain } from "@tandem/chain";
import type { Clock } from "@tandem/primitives";
import type { Health } from "@tandem/rpc";
import type { Store } from "@tandem/store";
import type { Config } from "./config/settings.js";

/** Blocks that are made on time may be late by so many intervals, and by so long at least. */
const lateIntervalsMax = 10;
const lateMsMin = 30_000;

export interface HealthParts {
  readonly chain: Chain;
  readonly store: Store;
  readonly config: Pick<Config, "mining" | "interval-ms">;
  /** Of the machine: blocks come late by it, whatever time they say. */
  readonly clock: Clock;
}

/** @returns what tells it at any moment. */
export function watchHealth({ chain, store, config, clock }: HealthParts): () => Health {
  let movedMs = clock.now();
  chain.onHeadMoved(() => {
    movedMs = clock.now();
  });
  const lateMsMax = Math.max(lateMsMin, lateIntervalsMax * config["interval-ms"]);
  const isLate = () => config.mining === "interval" && clock.now() - movedMs > lateMsMax;
  return () => {
    const disk = store.room();
    if (!disk.isWritable) return { status: "disk-full", disk };
    const isLagging = chain.syncing() !== undefined || isLate();
    return { status: isLagging ? "lagging" : "ready", disk };
  };
}
