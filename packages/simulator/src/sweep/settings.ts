/** Sets members of a scenario file by their paths. */
import { isJsonObject } from "@tandem/primitives";
import { positionOf } from "../results/expectation.js";
import { unusable } from "../scenario/unusable.js";

/** The values by the paths of the members that they replace, such as `pools.slow.share`. */
export type Settings = Readonly<Record<string, unknown>>;

/** Splits a path; an entry of a list is named by its name or its index: `pools.0`, `pools[0]`. */
const stepsOf = (path: string) => path.replaceAll(/\[(\d+)\]/g, ".$1").split(".");

/**
 * Returns a copy of a scenario file with these members. If shares of pools are among them, those of
 * the other pools are scaled so that all add up to 1 again.
 * @param file the parsed file, before it is checked.
 * @throws {Fault} `unusable-data` for a path through something that has no members.
 */
export function withSettings(file: unknown, settings: Settings): unknown {
  const paths = Object.keys(settings);
  const changed = paths.reduce(
    (so, path) => withMember({ at: so, steps: stepsOf(path), value: settings[path], path }),
    file,
  );
  return withScaledShares(changed, paths);
}

interface Place {
  readonly at: unknown;
  readonly steps: readonly string[];
  readonly value: unknown;
  /** The whole path, for errors. */
  readonly path: string;
}

function withMember({ at, steps, value, path }: Place): unknown {
  const [key, ...rest] = steps;
  if (key === undefined) return value;
  const inner = (of: unknown) => withMember({ at: of, steps: rest, value, path });
  if (Array.isArray(at)) {
    const position = positionOf(at, key);
    if (position === undefined) throw unusable(`${path}: the list has no entry ${key}`);
    return at.map((entry, i) => (i === position ? inner(entry) : entry));
  }
  if (at !== undefined && !isJsonObject(at)) throw unusable(`${path}: there is no member ${key}`);
  const old = at !== undefined && Object.hasOwn(at, key) ? at[key] : undefined;
  return { ...at, [key]: inner(old) };
}

/** Scales the shares of pools that no path names. Leaves an impossible sum to the check of the file. */
function withScaledShares(file: unknown, paths: readonly string[]): unknown {
  const pools = isJsonObject(file) ? file.pools : undefined;
  if (!isJsonObject(file) || !Array.isArray(pools)) return file;
  const given = new Set(
    paths
      .map(stepsOf)
      .filter(
        ([first, , last, more]) => first === "pools" && last === "share" && more === undefined,
      )
      .map(([, key = ""]) => positionOf(pools, key)),
  );
  const total = (isGiven: boolean) =>
    pools.reduce((sum, pool, i) => (given.has(i) === isGiven ? sum + Number(pool?.share) : sum), 0);
  const factor = (1 - total(true)) / total(false);
  if (given.size === 0 || !Number.isFinite(factor) || factor < 0) return file;
  const scaled = pools.map((pool, i) =>
    given.has(i) ? pool : { ...pool, share: pool.share * factor },
  );
  return { ...file, pools: scaled };
}

/** Returns every combination of the values, in the order in which they are given. */
export const combinationsOf = (varied: Readonly<Record<string, readonly unknown[]>>): Settings[] =>
  Object.entries(varied).reduce<Settings[]>(
    (all, [path, values]) =>
      all.flatMap((settings) => values.map((value) => ({ ...settings, [path]: value }))),
    [{}],
  );
