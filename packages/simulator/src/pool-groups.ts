/** The lines of a scenario as the pools they stand for: pool i, its line, its place on the network. */

import type { PoolLine } from "./scenario/pools.js";
import type { Scenario } from "./scenario.js";

export interface Pools {
  /** Pools of all lines. */
  readonly count: number;
  readonly lines: readonly PoolLine[];
  /** First pool of each line. */
  readonly firstOf: readonly number[];
  /** Line of a pool. */
  lineOf(pool: number): number;
  /** Name of a pool, numbered from 1 where its line stands for several. */
  nameOf(pool: number): string;
}

export function expandLines({ pools: lines }: Pick<Scenario, "pools">): Pools {
  const firstOf: number[] = [];
  const lineIndexes: number[] = [];
  for (const [line, { count }] of lines.entries()) {
    firstOf.push(lineIndexes.length);
    for (let i = 0; i < count; i++) lineIndexes.push(line);
  }
  const indexes = Int32Array.from(lineIndexes);
  return {
    count: indexes.length,
    lines,
    firstOf,
    lineOf: (pool) => indexes[pool] as number,
    nameOf(pool) {
      const index = indexes[pool] as number;
      const line = lines[index] as PoolLine;
      return line.count === 1 ? line.name : `${line.name}-${pool - (firstOf[index] as number) + 1}`;
    },
  };
}
