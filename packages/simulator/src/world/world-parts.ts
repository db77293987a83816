/**
 * Constructs the parts of a world: the lottery, both chains, their views and the events in transit.
 */

import { BitcoinChainSim } from "../bitcoin/chain-sim.js";
import { BitcoinLedger } from "../bitcoin/ledger.js";
import { PlacedViews } from "../bitcoin/placed-views.js";
import { BitcoinTree } from "../bitcoin/tree.js";
import { UniformViews } from "../bitcoin/uniform-views.js";
import type { BitcoinViews, TipMoved } from "../bitcoin/views.js";
import { ChildChainSim } from "../child/chain-sim.js";
import { EventQueue, type QueuedEvent } from "../events/event-queue.js";
import { type EventSchedule, eventKind, queueSchedule } from "../events/event-schedule.js";
import type { Check } from "../invariant.js";
import { createRoutes } from "../network/routes.js";
import { expandPoolGroups, type PoolGroups } from "../scenario/pool-groups.js";
import { hashesPerSecond } from "../scenario/power.js";
import { isUniform, type Scenario } from "../scenario/scenario.js";
import { attackerOn } from "../strategies/attack.js";
import { MiningLottery } from "./mining-lottery.js";

export interface WorldParts {
  readonly pools: PoolGroups;
  readonly lottery: MiningLottery;
  readonly schedule: EventSchedule;
  readonly tree: BitcoinTree;
  readonly views: BitcoinViews;
  readonly bitcoin: BitcoinChainSim;
  readonly ledger: BitcoinLedger;
  readonly child: ChildChainSim | undefined;
}

/** The virtual clock, which only the world advances. */
export interface Clock {
  /** Virtual seconds. */
  now: number;
}

export function createWorldParts(scenario: Scenario, clock: Clock, check: Check): WorldParts {
  const pools = expandPoolGroups(scenario);
  const queue = new EventQueue();
  const attacker = attackerOn(pools, "bitcoin");
  const lottery = new MiningLottery(pools, scenario.seed, scenario.child !== undefined);
  const tree = new BitcoinTree({
    ...scenario.bitcoin,
    startDifficulty: hashesPerSecond * scenario.bitcoin.blockSeconds,
  });
  const onMoved: TipMoved = (place, id, at) => {
    if (place === attacker && tree.pool(id) !== attacker) bitcoin.othersMoved(at);
    if (place === pools.count) child?.monitor?.bitcoinMoved(id);
    else child?.jobs.bitcoinMoved(place, at);
  };
  const warmUpSeconds = scenario.warmUpHours * 3600;
  const seen = { tree, onMoved, warmUpSeconds };
  const { views, schedule } = isUniform(scenario)
    ? uniformViews(scenario, { ...seen, attacker, pools: pools.count })
    : placedViews(scenario, { ...seen, pools, queue, child: () => child });
  const bitcoin = new BitcoinChainSim({
    scenario,
    pools,
    tree,
    views,
    warmUpSeconds,
    onPayment: (pool, confirmations) => lottery.pace(clock.now, pool, confirmations),
  });
  const child = scenario.child
    ? new ChildChainSim({ scenario, child: scenario.child, pools, tree, queue, check })
    : undefined;
  const ledger = new BitcoinLedger({
    tree,
    views,
    groupOf: pools.groupOf,
    groupCount: pools.groups.length,
    check,
    hiddenTips: () => bitcoin.hiddenTips(),
    warmUpSeconds,
  });
  return { pools, lottery, schedule, tree, views, bitcoin, ledger, child };
}

interface Seen {
  readonly views: BitcoinViews;
  readonly schedule: EventSchedule;
}

function uniformViews(
  { bitcoin, network }: Scenario,
  of: Omit<ConstructorParameters<typeof UniformViews>[0], "latencySeconds">,
): Seen {
  const latencySeconds = bitcoin.latencySeconds ?? network.latencySeconds;
  const views = new UniformViews({ ...of, latencySeconds });
  return { views, schedule: views };
}

function placedViews(
  scenario: Scenario,
  of: {
    readonly tree: BitcoinTree;
    readonly pools: PoolGroups;
    readonly queue: EventQueue;
    readonly onMoved: TipMoved;
    readonly warmUpSeconds: number;
    readonly child: () => ChildChainSim | undefined;
  },
): Seen {
  const { tree, pools, queue, onMoved, warmUpSeconds } = of;
  const views = new PlacedViews({
    tree,
    onMoved,
    warmUpSeconds,
    routes: createRoutes(scenario, pools, "bitcoin"),
    send: (time, place, id) => queue.add(time, eventKind.bitcoinArrival, place, id),
  });
  const run = ({ kind, a, b, time }: QueuedEvent): void => {
    const child = of.child();
    if (kind === eventKind.bitcoinArrival) views.arrive(a, b, time);
    else if (kind === eventKind.childArrival) child?.views.arrive(a, b, time);
    else if (kind === eventKind.refresh) child?.jobs.refresh(a, time);
    else if (kind === eventKind.poll) child?.jobs.poll(a, time);
    else throw new Error(`no event is of kind ${kind}`);
  };
  return { views, schedule: queueSchedule(queue, run) };
}
