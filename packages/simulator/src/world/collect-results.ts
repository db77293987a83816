/** Collects the results of a simulation. */

import { shareOf } from "../measure/chain-measure.js";
import { estimateShare } from "../measure/estimate.js";
import { checkExpectations } from "../results/expectation.js";
import type {
  AttackResults,
  BitcoinResults,
  ChildResults,
  PoolChainResults,
  PoolChildResults,
  PoolResults,
  Results,
} from "../results/results.js";
import { activePartOf } from "../scenario/power.js";
import { attackedChain, type Scenario } from "../scenario/scenario.js";
import type { DoubleSpend } from "../strategies/double-spend.js";
import type { World } from "./world.js";
import type { WorldParts } from "./world-parts.js";

/**
 * Ends the simulation, so it can be called only once.
 * @throws {Fault} `unusable-data` for an expectation of an unknown metric.
 */
export function collectResults(world: World, stoppedBy: Results["stoppedBy"]): Results {
  const { scenario, parts } = world;
  const { child } = parts;
  world.end();
  const { hours } = world.progress();
  const shares = hashSharesOf(scenario, hours * 3600);
  const measured = {
    about: scenario.about,
    seed: scenario.seed,
    stoppedBy,
    hours,
    events: world.events,
    bitcoin: bitcoinResults(parts),
    ...(child ? { child: childResults(parts, child) } : {}),
    pools: parts.pools.groups.map((_, group) => poolResults(parts, group, shares)),
    attacks: attackResults(parts),
    ...(child?.monitor ? { forkMonitor: child.monitor.results() } : {}),
  };
  const expectations = checkExpectations(measured, scenario.expect);
  return { ...measured, expectations, isAsExpected: expectations.every(({ isMet }) => isMet) };
}

function bitcoinResults({ ledger, views, child }: WorldParts): BitcoinResults {
  const { observerReorgs: observer, poolReorgs: pools } = views;
  const chain = ledger.measure.results({ observer, pools });
  return {
    ...chain,
    retargets: ledger.retargets,
    ...(child ? { tagged: ledger.tagged, taggedShare: shareOf(ledger.tagged, chain.main) } : {}),
  };
}

function childResults(
  { ledger: bitcoin }: WorldParts,
  child: NonNullable<WorldParts["child"]>,
): ChildResults {
  const { ledger, views } = child;
  const { observerReorgs: observer, poolReorgs: pools } = views;
  const chain = ledger.measure.results({ observer, pools });
  const uncles = ledger.unclesOf.reduce((sum, count) => sum + count, 0);
  return {
    ...chain,
    uncles,
    unclesPerBlock: shareOf(uncles, chain.main),
    lost: chain.stale - uncles,
    refused: child.refused,
    uncleDistances: [...ledger.distances],
    unclesListed: [...ledger.listed],
    uncleCorrelation: ledger.uncleTimes.summary(),
    timestampSeconds: ledger.timestamps.summary(),
    timestampAgeSeconds: ledger.ages.summary(),
    sharedNonces: child.sharedNonces,
    blocksPerTag: shareOf(chain.main, bitcoin.tagged),
    fees: ledger.fees,
  };
}

interface HashShares {
  /** The shares of all hashes of the measured time, and of those for the child, of each group. */
  readonly bitcoin: readonly number[];
  readonly child: readonly number[];
}

function hashSharesOf({ pools, warmUpHours }: Scenario, endSeconds: number): HashShares {
  const hashes = pools.map((pool) => {
    return pool.share * activePartOf(pool, warmUpHours * 3600, endSeconds);
  });
  const merged = pools.map(({ mergeMining }, group) => (hashes[group] as number) * mergeMining);
  return { bitcoin: sharesOf(hashes), child: sharesOf(merged) };
}

function sharesOf(amounts: readonly number[]): number[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  return amounts.map((amount) => shareOf(amount, total));
}

function poolResults(world: WorldParts, group: number, shares: HashShares): PoolResults {
  const { name, count, strategy } = world.pools.groups[group] as WorldParts["pools"]["groups"][0];
  const child = childPoolResults(world, group, shares.child[group] as number);
  const chain = attackedChain(strategy);
  return {
    name,
    count,
    strategy: strategy.kind,
    ...(chain === undefined ? {} : { attackedChain: chain }),
    hashShare: shares.bitcoin[group] as number,
    bitcoin: poolChainResults(world.ledger.measure, group),
    ...(child ? { child } : {}),
  };
}

function poolChainResults(
  { fates }: WorldParts["ledger"]["measure"],
  group: number,
): PoolChainResults {
  const { main, stale, hidden } = fates[group] as (typeof fates)[0];
  const allMain = fates.reduce((sum, fate) => sum + fate.main, 0);
  return {
    mined: main + stale + hidden,
    main,
    stale,
    mainShare: shareOf(main, allMain),
    staleShare: shareOf(stale, main + stale),
  };
}

function childPoolResults(
  { child }: WorldParts,
  group: number,
  hashShare: number,
): PoolChildResults | undefined {
  if (child === undefined) return undefined;
  const { earned } = child.rewards;
  const revenue = earned[group] as number;
  const revenueShare = sharesOf(earned)[group] as number;
  return {
    ...poolChainResults(child.ledger.measure, group),
    hashShare,
    uncles: child.ledger.unclesOf[group] as number,
    revenue,
    revenueShare,
    advantage: shareOf(revenueShare, hashShare),
  };
}

function attackResults({ pools, bitcoin, child }: WorldParts): AttackResults[] {
  return pools.groups.flatMap(({ name, strategy }) => {
    if (strategy.kind !== "double-spend") return [];
    const attack = strategy.chain === "child" ? child?.doubleSpend : bitcoin.doubleSpend;
    return attack === undefined ? [] : [attackOf(name, strategy, attack)];
  });
}

function attackOf(
  pool: string,
  { chain, confirmations }: Pick<AttackResults, "chain" | "confirmations">,
  { counts: { trials, successes, undone } }: DoubleSpend,
): AttackResults {
  return {
    pool,
    chain,
    confirmations,
    trials,
    successes,
    success: estimateShare(successes, trials),
    meanUndone: shareOf(undone, successes),
  };
}
