/**
 * Defines scenarios: worlds as JSON files. An omitted member has a default, an unknown one is an
 * error with its path. `expect` states the expected results, so a scenario is a test.
 */
import { mainSpec } from "@tandem/primitives";
import * as z from "zod";
import { countMax, hoursMax, placedPoolsMax, poolGroupsMax, poolsMax } from "../limits.js";
import { bitcoinChain, childChain } from "./chains.js";
import { expectations, hasOmittedKey } from "./expectations.js";
import { network } from "./network.js";
import { expandPoolGroups, type PoolGroups } from "./pool-groups.js";
import { type PoolGroup, pool } from "./pools.js";
import type { Strategy } from "./strategies.js";
import { unusable } from "./unusable.js";

/** The virtual hours after which the time of a Bitcoin header does not fit its 32 bits. */
export const headerHoursMax = Math.floor((2 ** 32 - 1 - mainSpec.genesis.timestamp) / 3600);

const count = z.int().min(1).max(countMax);

const stop = z
  .strictObject({
    hours: z
      .number()
      .positive()
      .max(hoursMax)
      .optional()
      .describe(
        `Virtual hours; with a child at most ${headerHoursMax.toLocaleString("en")}, at which it ` +
          "ends in any case.",
      ),
    bitcoinBlocks: count.optional().describe("Bitcoin blocks found by all pools together."),
    childBlocks: count.optional().describe("Child blocks found by all pools together."),
    trials: count.optional().describe("Trials of double-spends finished, of all pools together."),
  })
  .refine((ends) => Object.values(ends).some((end) => end !== undefined), {
    message: "state one of hours, bitcoinBlocks, childBlocks, trials",
  });

/** Defines the file. `z.toJSONSchema(scenarioFile, { io: "input" })` is its JSON Schema. */
export const scenarioFile = z.strictObject({
  about: z
    .string()
    .min(1)
    .max(1_000)
    .describe("A description of the world, and of what it should show."),
  seed: z
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .default(1)
    .describe("All randomness follows from it: the same file and seed give the same results."),
  stop: stop.describe("When the world ends: at the first of these, the warm-up included."),
  warmUpHours: z
    .number()
    .min(0)
    .max(hoursMax)
    .default(0)
    .describe(
      "Blocks found, reorgs and forks seen, and double-spends paid before this are not measured.",
    ),
  bitcoin: bitcoinChain.prefault({}).describe("The parent chain."),
  child: childChain
    .optional()
    .describe(
      "The merge-mined chain; without it only Bitcoin is mined, millions of blocks a second.",
    ),
  network: network.prefault({}).describe("The delays of blocks between pools."),
  pools: z.array(pool).min(1).max(poolGroupsMax).describe("The pools that mine."),
  hasForkMonitor: z
    .boolean()
    .default(true)
    .describe("Whether an observer reads the tags in Bitcoin for hidden child branches."),
  expect: expectations.default({}).describe("Metrics of the results and their expected ranges."),
});
export type Scenario = z.output<typeof scenarioFile>;

/**
 * Parses a scenario.
 * @param json a parsed file.
 * @throws {Fault} `unusable-data`, naming the path of each wrong member.
 */
export function parseScenario(json: unknown): Scenario {
  const parsed = scenarioFile.safeParse(json);
  if (!parsed.success) {
    throw unusable(z.prettifyError(parsed.error).replaceAll("\n", " "), parsed.error);
  }
  if (hasOmittedKey(Object(json).expect)) throw unusable("expect.__proto__: is not a metric");
  const wrong = findContradiction(parsed.data);
  if (wrong !== undefined) throw unusable(wrong);
  return parsed.data;
}

/** Returns a contradiction between members of a scenario, or undefined. */
function findContradiction(scenario: Scenario): string | undefined {
  return (
    findPoolFault(scenario) ??
    findPlaceFault(scenario) ??
    findStrategyFault(scenario) ??
    findWaitingFault(scenario) ??
    findEndFault(scenario) ??
    findTimeFault(scenario) ??
    findWarmUpFault(scenario)
  );
}

function findPoolFault({ pools }: Scenario): string | undefined {
  const names = pools.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) return `pools: two groups are named ${twice}`;
  const total = pools.reduce((sum, { share }) => sum + share, 0);
  if (Math.abs(total - 1) > 1e-6) {
    return `pools: shares add up to ${Number(total.toPrecision(8))}, expected 1`;
  }
  const all = pools.reduce((sum, group) => sum + group.count, 0);
  return all > poolsMax
    ? `pools: ${all} pools are more than ${poolsMax}`
    : findNamesake(expandPoolGroups({ pools }));
}

/** Looks for two pools with one name: they would share their random draws. */
function findNamesake({ count: all, nameOf, groupOf, groups }: PoolGroups): string | undefined {
  const groupNames = new Map<string, string>();
  for (let at = 0; at < all; at++) {
    const name = nameOf(at);
    const group = groups[groupOf(at)]?.name ?? name;
    const other = groupNames.get(name);
    if (other !== undefined) {
      return `pools: the groups ${other} and ${group} both have a pool named ${name}`;
    }
    groupNames.set(name, group);
  }
  return undefined;
}

/**
 * Returns whether every pool receives a block at the same time, so that one event per block is
 * enough.
 */
export function isUniform({ child, network }: Scenario): boolean {
  return (
    child === undefined &&
    network.jitterSeconds === 0 &&
    network.ringHopSeconds === 0 &&
    network.links.length === 0 &&
    network.partitions.length === 0
  );
}

function findPlaceFault(scenario: Scenario): string | undefined {
  const { network, pools } = scenario;
  const known = new Set(["observer", ...pools.map(({ name }) => name)]);
  const unknown = (name: string) => !known.has(name);
  for (const [i, { between }] of network.links.entries()) {
    const name = between.find(unknown);
    if (name !== undefined) return `network.links[${i}].between: no pool is named ${name}`;
  }
  for (const [i, { groups }] of network.partitions.entries()) {
    const members = groups.flat();
    const name = members.find(unknown) ?? members.find((m, at) => members.indexOf(m) !== at);
    if (name !== undefined) {
      return `network.partitions[${i}].groups: ${name} is not a pool, or is in two groups`;
    }
  }
  const all = pools.reduce((sum, group) => sum + group.count, 0);
  return isUniform(scenario) || all <= placedPoolsMax
    ? undefined
    : `pools: with a child, links, jitter or partitions at most ${placedPoolsMax} pools, not ${all}`;
}

function findStrategyFault({ pools, child, stop: ends }: Scenario): string | undefined {
  for (const [i, { strategy, count: equal }] of pools.entries()) {
    const at = `pools[${i}].strategy`;
    const chain = attackedChain(strategy);
    if (chain === undefined) continue;
    if (equal > 1) return `${at}: a group of ${equal} pools is honest; give this one its own group`;
    if (chain === "child" && child === undefined) return `${at}: there is no child chain`;
    const first = pools.findIndex((group) => attackedChain(group.strategy) === chain);
    if (first !== i) return `${at}: pools[${first}] attacks the same chain`;
  }
  if (ends.childBlocks !== undefined && child === undefined) {
    return "stop.childBlocks: there is no child chain";
  }
  if (
    ends.trials !== undefined &&
    !pools.some(({ strategy }) => strategy.kind === "double-spend")
  ) {
    return "stop.trials: no pool has the strategy double-spend";
  }
  return undefined;
}

/** Returns the chain a strategy attacks; undefined for an honest one. */
export function attackedChain(strategy: Strategy): "bitcoin" | "child" | undefined {
  switch (strategy.kind) {
    case "honest":
      return undefined;
    case "hidden-branch":
      return "child";
    case "selfish":
    case "double-spend":
      return strategy.chain;
  }
}

/**
 * Checks that a wait for a fixed time is used only where it is defined: without a child, without
 * delays and with the same hash power all the time (Nakamoto).
 */
function findWaitingFault(scenario: Scenario): string | undefined {
  const i = scenario.pools.findIndex(
    ({ strategy }) => strategy.kind === "double-spend" && strategy.waiting === "expected-time",
  );
  if (i < 0) return undefined;
  const { bitcoin, network, pools } = scenario;
  const isPlain =
    isUniform(scenario) &&
    pools.every(({ active }) => active.fromHours === 0 && active.toHours === hoursMax) &&
    !bitcoin.isRetargeting &&
    (bitcoin.latencySeconds ?? network.latencySeconds) === 0;
  return isPlain
    ? undefined
    : `pools[${i}].strategy.waiting: expected-time needs a world without a child, without ` +
        "latencies, with bitcoin.isRetargeting false and with pools that mine all the time";
}

/** Checks that a world without a limit of hours ends: one of its other limits must be reached. */
function findEndFault(scenario: Scenario): string | undefined {
  const { hours, ...counts } = scenario.stop;
  if (hours !== undefined) return undefined;
  const stated = Object.keys(counts) as (keyof typeof counts)[];
  const mined = stated.filter((end) => isReached[end](scenario));
  if (mined.some((end) => !isOfChild[end](scenario) || !mayHalt(scenario))) return undefined;
  return mined.length === 0
    ? `stop.hours: must be stated when no pool mines to the end what ${stated.join(" and ")} counts`
    : "stop.hours: must be stated when child.rebuildSeconds is 0: the time of work on a head is " +
        `then never renewed, and ${mined.join(" and ")} never reached once consensus refuses it`;
}

/**
 * Returns whether the child may stop for good: a block is refused when the time of its template is
 * minutes from that of the Bitcoin header, so a head that is once that old has no successor.
 */
const mayHalt = ({ child }: Scenario) =>
  child?.rebuildSeconds === 0 && child.timestamps === "template";

/** Returns whether a limit is reached only by blocks of the child. */
const isOfChild = {
  bitcoinBlocks: () => false,
  childBlocks: () => true,
  trials: ({ pools }: Scenario) => pools.every(({ strategy }) => !spendsOnBitcoin(strategy)),
};

const spendsOnBitcoin = (strategy: Strategy) =>
  strategy.kind === "double-spend" && strategy.chain === "bitcoin";

/** Returns whether pools reach a limit if they are given the time. */
const isReached = {
  bitcoinBlocks: ({ pools }: Scenario) => pools.some((pool) => minesForever(pool, "bitcoin")),
  childBlocks: ({ pools }: Scenario) => pools.some((pool) => minesForever(pool, "child")),
  // A trial ends by the blocks of others; without a hidden block to begin with it needs no own one.
  trials: ({ pools }: Scenario) =>
    pools.some(({ strategy, ...attacker }) => {
      if (strategy.kind !== "double-spend") return false;
      const { chain, preminedBlocks } = strategy;
      const others = pools.filter(({ name }) => name !== attacker.name);
      const canBegin = preminedBlocks === 0 || minesForever(attacker, chain);
      return canBegin && others.some((pool) => minesForever(pool, chain));
    }),
};

function minesForever(
  { share, mergeMining, active }: Omit<PoolGroup, "strategy">,
  chain: "bitcoin" | "child",
): boolean {
  const power = chain === "child" ? share * mergeMining : share;
  return power > 0 && active.toHours === hoursMax;
}

/** Checks that something is measured. */
const findWarmUpFault = ({ warmUpHours, stop: { hours } }: Scenario) =>
  hours !== undefined && warmUpHours >= hours
    ? `warmUpHours: nothing is measured in a run that ends at hour ${hours}`
    : undefined;

/** Checks that the headers that are built for a child have a time. */
function findTimeFault({ child, stop: ends, pools }: Scenario): string | undefined {
  if (child === undefined) return undefined;
  const bound = `with a child at most ${headerHoursMax}, where the times of Bitcoin's headers end`;
  if ((ends.hours ?? 0) > headerHoursMax) return `stop.hours: ${bound}`;
  const late = pools.findIndex(({ active }) => active.fromHours > headerHoursMax);
  return late < 0 ? undefined : `pools[${late}].active.fromHours: ${bound}`;
}
