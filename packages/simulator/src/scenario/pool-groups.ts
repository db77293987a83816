/** The lines of a scenario as the pools they stand for: pool i, its line, its place on the network. */

import type { PoolGroup } from "./pools.js";
import type { Scenario } from "./scenario.js";

export interface PoolGroups {
  /** Pools of all lines. */
  readonly count: number;
  readonly groups: readonly PoolGroup[];
  /** First pool of each line. */
  readonly firstOf: readonly number[];
  /** Line of a pool. */
  groupOf(pool: number): number;
  /** Returns the name of a pool, numbered from 1 where its line has several. */
  nameOf(pool: number): string;
}

export function expandPoolGroups({ pools: lines }: Pick<Scenario, "pools">): PoolGroups {
  const firstOf: number[] = [];
  const lineIndexes: number[] = [];
  for (const [line, { count }] of lines.entries()) {
    firstOf.push(lineIndexes.length);
    for (let i = 0; i < count; i++) lineIndexes.push(line);
  }
  const indexes = Int32Array.from(lineIndexes);
  return {
    count: indexes.length,
    groups: lines,
    firstOf,
    groupOf: (pool) => indexes[pool] as number,
    nameOf(pool) {
      const index = indexes[pool] as number;
      const line = lines[index] as PoolGroup;
      return line.count === 1 ? line.name : `${line.name}-${pool - (firstOf[index] as number) + 1}`;
    },
  };
}
