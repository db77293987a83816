/**
 * Computes when a block that leaves one node reaches another: latency, hops of a ring, links with a
 * latency of their own, jitter, and partitions that delay it. The index `pools.count` is the
 * observer, a node that does not mine.
 */

import { createRandom } from "../random.js";
import type { PoolGroups } from "../scenario/pool-groups.js";
import type { Scenario } from "../scenario/scenario.js";

export interface Routes {
  /** The number of nodes: one for each pool, and the observer, which is the last. */
  readonly places: number;
  /** Returns the virtual seconds at which a block sent now arrives. */
  arrival(now: number, from: number, to: number): number;
}

interface Partition {
  readonly from: number;
  readonly to: number;
  /** The group of each node. */
  readonly groups: Uint8Array;
}

export function createRoutes(
  scenario: Scenario,
  pools: PoolGroups,
  chain: "bitcoin" | "child",
): Routes {
  const { network, seed } = scenario;
  const places = pools.count + 1;
  const observer = pools.count;
  const latencies = latencyMatrix(scenario, pools, chain);
  const jitters = Array.from({ length: places }, (_, place) => {
    const name = place === observer ? "observer" : `pool/${pools.nameOf(place)}`;
    return createRandom(seed, `${name}/jitter/${chain}`);
  });
  const partitions = network.partitions
    .map(({ fromHours, toHours, groups: members }): Partition => {
      const groups = new Uint8Array(places);
      for (const [group, names] of members.entries()) {
        for (const name of names) for (const place of placesOf(name, pools)) groups[place] = group;
      }
      return { from: fromHours * 3600, to: toHours * 3600, groups };
    })
    .sort((a, b) => a.from - b.from);

  /**
   * Returns the first time at which no partition separates two pools; partitions may follow each
   * other. One pass is enough in the order of their beginnings: a partition that still holds when
   * another ends begins later, or has postponed the departure already.
   */
  function departure(now: number, from: number, to: number): number {
    let at = now;
    for (const cut of partitions) {
      if (at >= cut.from && at < cut.to && cut.groups[from] !== cut.groups[to]) at = cut.to;
    }
    return at;
  }

  return {
    places,
    arrival(now, from, to) {
      const latency = latencies[from * places + to] as number;
      const jitter =
        network.jitterSeconds === 0
          ? 0
          : network.jitterSeconds * (jitters[to] as { next(): number }).next();
      return departure(now, from, to) + latency + jitter;
    },
  };
}

function placesOf(name: string, pools: PoolGroups): number[] {
  if (name === "observer") return [pools.count];
  const group = pools.groups.findIndex((one) => one.name === name);
  const first = pools.firstOf[group] as number;
  const count = (pools.groups[group] as { count: number }).count;
  return Array.from({ length: count }, (_, i) => first + i);
}

function latencyMatrix(
  scenario: Scenario,
  pools: PoolGroups,
  chain: "bitcoin" | "child",
): Float64Array {
  const { network } = scenario;
  const places = pools.count + 1;
  const base = scenario[chain]?.latencySeconds ?? network.latencySeconds;
  const matrix = new Float64Array(places * places).fill(base);
  for (let from = 0; from < pools.count; from++) {
    for (let to = 0; to < pools.count; to++) {
      const apart = Math.abs(from - to);
      const hops = Math.min(apart, pools.count - apart);
      matrix[from * places + to] = base + hops * network.ringHopSeconds;
    }
  }
  for (const link of network.links) {
    if (link.chain !== "both" && link.chain !== chain) continue;
    const [left, right] = link.between;
    for (const from of placesOf(left, pools)) {
      for (const to of placesOf(right, pools)) {
        matrix[from * places + to] = link.latencySeconds;
        matrix[to * places + from] = link.latencySeconds;
      }
    }
  }
  return matrix;
}
