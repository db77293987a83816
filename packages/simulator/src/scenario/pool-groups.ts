/** Expands the groups of pools of a scenario: index i, its group, and its name. */
import type { PoolGroup } from "./pools.js";

export interface PoolGroups {
  /** The number of pools in all groups. */
  readonly count: number;
  readonly groups: readonly PoolGroup[];
  /** The first pool of each group. */
  readonly firstOf: readonly number[];
  /** Returns the group of a pool. */
  groupOf(pool: number): number;
  /** Returns the name of a pool, numbered from 1 if its group has several. */
  nameOf(pool: number): string;
}

export function expandPoolGroups({
  pools: groups,
}: {
  readonly pools: readonly PoolGroup[];
}): PoolGroups {
  const firstOf: number[] = [];
  const groupIndexes: number[] = [];
  for (const [group, { count }] of groups.entries()) {
    firstOf.push(groupIndexes.length);
    for (let i = 0; i < count; i++) groupIndexes.push(group);
  }
  const indexes = Int32Array.from(groupIndexes);
  return {
    count: indexes.length,
    groups,
    firstOf,
    groupOf: (pool) => indexes[pool] as number,
    nameOf(pool) {
      const index = indexes[pool] as number;
      const group = groups[index] as PoolGroup;
      return group.count === 1
        ? group.name
        : `${group.name}-${pool - (firstOf[index] as number) + 1}`;
    },
  };
}
