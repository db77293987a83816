/**
 * The world: a virtual clock on which pools find nonces and blocks travel. Whatever happens next,
 * happens; nothing here waits, reads a clock or rolls a die of its own.
 */
import { flag } from "../bitcoin/tree.js";
import type { ChildChainSim } from "../child/chain-sim.js";
import { createCheck } from "../invariant.js";
import type { Progress, Results } from "../results/results.js";
import { type PowerChange, powerChangesOf } from "../scenario/power.js";
import type { Scenario } from "../scenario/scenario.js";
import type { FoundNonce } from "./mining-lottery.js";
import { type Clock, createWorldParts, type WorldParts } from "./world-parts.js";

export interface World extends Omit<WorldParts, "schedule"> {
  readonly scenario: Scenario;
  /** Lets so many things happen, a child block counted as many. @returns why the world is over. */
  advance(budget: number): Results["stoppedBy"] | undefined;
  /** Once it is over: what is on its way arrives, and all blocks are settled. */
  end(): void;
  progress(): Progress;
  readonly events: number;
}

/** Finds of either chain after which what all agree on is settled. */
const settleEvery = { bitcoin: 2_048, child: 256 } as const;
/** The cost of a child block, in events. */
const childBlockCost = 500;

export function createWorld(scenario: Scenario): World {
  const clock: Clock = { now: 0 };
  let events = 0;
  const check = createCheck(scenario.seed, () => events);
  const parts = createWorldParts(scenario, clock, check);
  const { lottery, schedule, tree, bitcoin, ledger, child } = parts;
  const end = endOf(scenario);
  const counts = { bitcoin: 0, child: 0, unsettledBitcoin: 0, unsettledChild: 0 };

  const find: FoundNonce = { pool: 0, isMerged: false, quality: 0 };
  const powerChanges = powerChangesOf(scenario);
  let nextChange = 0;
  let bitcoinFloor = 0;
  let childFloor = 0;

  /** Tells the lottery of difficulties that fell, or, after settling, of ones that rose. */
  function updateFloors(): void {
    const childNow = child?.jobs.floor ?? Number.POSITIVE_INFINITY;
    if (bitcoin.floor === bitcoinFloor && childNow === childFloor) return;
    bitcoinFloor = bitcoin.floor;
    childFloor = childNow;
    lottery.setFloors(clock.now, bitcoinFloor, childFloor);
  }

  function settleWhenDue(): void {
    if (counts.unsettledBitcoin >= settleEvery.bitcoin) {
      counts.unsettledBitcoin = 0;
      ledger.settle();
      child?.headers.prune();
      if (scenario.bitcoin.isRetargeting) bitcoin.raiseFloor();
    }
    if (child !== undefined && counts.unsettledChild >= settleEvery.child) {
      counts.unsettledChild = 0;
      child.settle();
      child.jobs.raiseFloor();
    }
    updateFloors();
  }

  function takeFind(): void {
    clock.now = lottery.nextTime;
    lottery.take(find);
    if (child === undefined) {
      const parent = bitcoin.parentFor(find.pool);
      if (find.quality >= tree.nextDifficulty(parent)) addBitcoin(parent);
    } else if (find.isMerged) takeMerged(child);
    else takeAlone(child);
    settleWhenDue();
  }

  function addBitcoin(parent: number): number {
    counts.bitcoin++;
    counts.unsettledBitcoin++;
    return bitcoin.found(parent, find.pool, clock.now);
  }

  const bitcoinTime = (of: ChildChainSim) => of.epochSeconds + Math.floor(clock.now);

  function takeAlone(of: ChildChainSim): void {
    const parent = bitcoin.parentFor(find.pool);
    if (find.quality < tree.nextDifficulty(parent)) return;
    const parts = of.headers.make({ parent, time: bitcoinTime(of), tag: undefined });
    of.headers.keep(addBitcoin(parent), parts);
  }

  /** Handles one nonce, which may meet the child's difficulty, Bitcoin's, or both. */
  function takeMerged(of: ChildChainSim): void {
    const { pool, quality } = find;
    const { jobs, headers } = of;
    const { now } = clock;
    const job = jobs.jobAt(pool, now);
    const parent = bitcoin.parentFor(pool);
    const isBitcoin = quality >= tree.nextDifficulty(parent);
    const isChild = quality >= jobs.difficultyAt(job, now);
    if (!isBitcoin && !isChild) return;
    const template = jobs.templateAt(job, pool, now);
    const tag = template.work.hashForMergedMining;
    const parts = headers.make({ parent, time: bitcoinTime(of), tag });
    if (isChild && of.found(template, { parts, pool, now, isShared: isBitcoin })) {
      counts.child++;
      counts.unsettledChild++;
    }
    if (!isBitcoin) return;
    const id = addBitcoin(parent);
    tree.mark(id, flag.tagged);
    headers.keep(id, parts);
    jobs.bitcoinMoved(pool, now);
  }

  const trials = () => (bitcoin.doubleSpend?.trials ?? 0) + (child?.doubleSpend?.trials ?? 0);

  function stopReason(): Results["stoppedBy"] | undefined {
    if (counts.bitcoin >= end.bitcoinBlocks) return "bitcoin-blocks";
    if (counts.child >= end.childBlocks) return "child-blocks";
    return trials() >= end.trials ? "trials" : undefined;
  }

  function changePower({ line, isActive, at }: PowerChange): void {
    clock.now = at;
    nextChange++;
    lottery.setActive(at, line, isActive);
  }

  function advance(budget: number): Results["stoppedBy"] | undefined {
    let spent = 0;
    while (spent < budget) {
      const change = powerChanges[nextChange];
      const eventTime = schedule.nextTime;
      const next = Math.min(eventTime, lottery.nextTime, change?.at ?? Number.POSITIVE_INFINITY);
      if (next > end.seconds || next === Number.POSITIVE_INFINITY) {
        if (end.seconds !== Number.POSITIVE_INFINITY) clock.now = end.seconds;
        return "hours";
      }
      events++;
      spent++;
      if (change?.at === next) changePower(change);
      else if (eventTime === next) {
        clock.now = next;
        schedule.runNext();
        updateFloors();
      } else {
        const before = counts.child;
        takeFind();
        spent += childBlockCost * (counts.child - before);
        const reason = stopReason();
        if (reason !== undefined) return reason;
      }
    }
    return undefined;
  }

  updateFloors();
  return {
    ...parts,
    scenario,
    advance,
    end() {
      schedule.drain();
      ledger.finish();
      child?.finish();
    },
    progress: () => ({
      done: Math.min(
        1,
        Math.max(
          clock.now / end.seconds,
          counts.bitcoin / end.bitcoinBlocks,
          counts.child / end.childBlocks,
          trials() / end.trials,
        ),
      ),
      hours: clock.now / 3600,
      bitcoinBlocks: counts.bitcoin,
      childBlocks: counts.child,
    }),
    get events() {
      return events;
    },
  };
}

/** Returns where a world ends; limits the scenario does not state are infinite. */
function endOf({ stop }: Scenario) {
  const never = Number.POSITIVE_INFINITY;
  return {
    seconds: (stop.hours ?? never) * 3600,
    bitcoinBlocks: stop.bitcoinBlocks ?? never,
    childBlocks: stop.childBlocks ?? never,
    trials: stop.trials ?? never,
  };
}
