/** Expands the lines of a scenario to pools: index i, its line, and its name. */
import type { PoolGroup } from "./pools.js";

export interface PoolGroups {
  /** The number of pools in all lines. */
  readonly count: number;
  readonly groups: readonly PoolGroup[];
  /** The first pool of each line. */
  readonly firstOf: readonly number[];
  /** Returns the line of a pool. */
  groupOf(pool: number): number;
  /** Returns the name of a pool, numbered from 1 if its line has several. */
  nameOf(pool: number): string;
}

export function expandPoolGroups({
  pools: lines,
}: {
  readonly pools: readonly PoolGroup[];
}): PoolGroups {
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
