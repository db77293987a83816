/**
 * The world: a virtual clock on which pools find nonces and blocks travel. Whatever happens next,
 * happens; nothing here waits, reads a clock or rolls a die of its own.
 */
import { type Agenda, eventKind, queueAgenda, uniformAgenda } from "./agenda.js";
import { type BitcoinLedger, createBitcoinLedger } from "./bitcoin/ledger.js";
import { createPlacedViews } from "./bitcoin/placed-views.js";
import { attackerOn, type BitcoinSide, createBitcoinSide } from "./bitcoin/side.js";
import { type BitcoinTree, createBitcoinTree, flag } from "./bitcoin/tree.js";
import { createUniformViews } from "./bitcoin/uniform-views.js";
import type { BitcoinViews } from "./bitcoin/views.js";
import { type ChildSide, createChildSide } from "./child/side.js";
import { createEventQueue, type QueuedEvent } from "./event-queue.js";
import { createFinds, type Find, hashesPerSecond } from "./finds.js";
import { createCheck } from "./invariant.js";
import { expandLines, type Pools } from "./lines.js";
import { createRoutes } from "./network/routes.js";
import { type PowerChange, powerChangesOf } from "./power.js";
import type { Progress, Results } from "./results.js";
import { isUniform, type Scenario } from "./scenario.js";

export interface World {
  readonly scenario: Scenario;
  readonly pools: Pools;
  readonly tree: BitcoinTree;
  readonly views: BitcoinViews;
  readonly ledger: BitcoinLedger;
  readonly side: BitcoinSide;
  readonly child: ChildSide | undefined;
  /** Lets so many things happen, a child block counted as many. @returns why the world is over. */
  advance(budget: number): Results["stoppedBy"] | undefined;
  progress(): Progress;
  readonly events: number;
  readonly bitcoinBlocks: number;
  readonly childBlocks: number;
}

/** Finds of either chain after which what all agree on is settled. */
const settleEvery = { bitcoin: 2_048, child: 256 } as const;
/** What a child block costs, in events. */
const childBlockCost = 500;

export function createWorld(scenario: Scenario): World {
  const pools = expandLines(scenario);
  const { stop } = scenario;
  const stopSeconds = (stop.hours ?? Number.POSITIVE_INFINITY) * 3600;
  let now = 0;
  let events = 0;
  const check = createCheck(scenario.seed, () => events);
  const counts = { bitcoin: 0, child: 0, unsettledBitcoin: 0, unsettledChild: 0 };

  const tree = createBitcoinTree({
    ...scenario.bitcoin,
    startDifficulty: hashesPerSecond * scenario.bitcoin.blockSeconds,
  });
  const queue = createEventQueue();
  const attacker = attackerOn(pools, "bitcoin");
  const finds = createFinds(pools, scenario.seed, scenario.child !== undefined);
  const { views, agenda } = isUniform(scenario) ? uniform() : placed();
  const side = createBitcoinSide({
    ...{ scenario, pools, tree, views },
    onPayment: (pool) => {
      const stated = pools.lines[pools.lineOf(pool)]?.strategy;
      if (stated?.kind === "double-spend") finds.pace(now, pool, stated.confirmations);
    },
  });
  const child = scenario.child
    ? createChildSide({ scenario, child: scenario.child, pools, tree, queue, check })
    : undefined;
  const ledger = createBitcoinLedger({
    ...{ tree, views, lineOf: pools.lineOf, lines: pools.lines.length, check },
    hiddenTips: () => side.hiddenTips(),
    warmUpSeconds: scenario.warmUpHours * 3600,
  });

  function uniform(): { readonly views: BitcoinViews; readonly agenda: Agenda } {
    const made = createUniformViews({
      ...{ tree, attacker, pools: pools.count },
      latencySeconds: scenario.bitcoin.latencySeconds ?? scenario.network.latencySeconds,
      onMoved: (_, __, at) => side.othersMoved(at),
    });
    return { views: made, agenda: uniformAgenda(made) };
  }

  function placed(): { readonly views: BitcoinViews; readonly agenda: Agenda } {
    const made = createPlacedViews({
      tree,
      routes: createRoutes(scenario, pools, "bitcoin"),
      send: (time, place, id) => queue.add(time, eventKind.bitcoinArrival, place, id),
      onMoved: bitcoinMoved,
    });
    const run = (event: QueuedEvent): void => {
      if (event.kind === eventKind.bitcoinArrival) made.arrive(event.a, event.b, event.time);
      else if (event.kind === eventKind.childArrival) {
        child?.views.arrive(event.a, event.b, event.time);
      } else if (event.kind === eventKind.refresh) child?.jobs.refresh(event.a, event.time);
      else child?.jobs.poll(event.a, event.time);
    };
    return { views: made, agenda: queueAgenda(queue, run) };
  }

  function bitcoinMoved(place: number, id: number, at: number): void {
    if (place === pools.count) {
      child?.monitor?.bitcoinMoved(id);
      return;
    }
    if (place === attacker && tree.pool(id) !== attacker) side.othersMoved(at);
    child?.jobs.bitcoinMoved(place, at);
  }

  const find: Find = { pool: 0, isMerged: false, quality: 0 };
  const powerChanges = powerChangesOf(scenario);
  let nextChange = 0;
  let bitcoinFloor = 0;
  let childFloor = 0;

  /** Tells the lottery of difficulties that fell, or, after settling, of ones that rose. */
  function updateFloors(): void {
    const childNow = child?.jobs.floor ?? Number.POSITIVE_INFINITY;
    if (side.floor === bitcoinFloor && childNow === childFloor) return;
    bitcoinFloor = side.floor;
    childFloor = childNow;
    finds.setFloors(now, bitcoinFloor, childFloor);
  }

  function settleWhenDue(): void {
    if (counts.unsettledBitcoin >= settleEvery.bitcoin) {
      counts.unsettledBitcoin = 0;
      ledger.settle();
      child?.headers.prune();
      if (scenario.bitcoin.isRetargeting) side.raiseFloor();
    }
    if (child !== undefined && counts.unsettledChild >= settleEvery.child) {
      counts.unsettledChild = 0;
      child.settle();
      child.jobs.raiseFloor();
    }
    updateFloors();
  }

  function takeFind(): void {
    now = finds.nextTime;
    finds.take(find);
    if (child === undefined) {
      const parent = side.parentFor(find.pool);
      if (find.quality >= tree.nextDifficulty(parent)) addBitcoin(parent);
    } else if (find.isMerged) takeMerged(child);
    else takeAlone(child);
    settleWhenDue();
  }

  function addBitcoin(parent: number): number {
    counts.bitcoin++;
    counts.unsettledBitcoin++;
    return side.found(parent, find.pool, now);
  }

  const bitcoinTime = (of: ChildSide) => of.epochSeconds + Math.floor(now);

  function takeAlone(of: ChildSide): void {
    const parent = side.parentFor(find.pool);
    if (find.quality < tree.nextDifficulty(parent)) return;
    const parts = of.headers.make({ parent, time: bitcoinTime(of), tag: undefined });
    of.headers.keep(addBitcoin(parent), parts);
  }

  /** One nonce, which may be good for the child, for Bitcoin, or for both. */
  function takeMerged(of: ChildSide): void {
    const { pool, quality } = find;
    const { jobs, headers } = of;
    const job = jobs.jobAt(pool, now);
    const parent = side.parentFor(pool);
    const isBitcoin = quality >= tree.nextDifficulty(parent);
    const isChild = quality >= jobs.difficultyAt(job, now);
    if (!isBitcoin && !isChild) return;
    const draft = jobs.draftAt(job, pool, now);
    const tag = draft.work.hashForMergedMining;
    const parts = headers.make({ parent, time: bitcoinTime(of), tag });
    if (isChild && of.found(draft, { parts, pool, now, isShared: isBitcoin })) {
      counts.child++;
      counts.unsettledChild++;
    }
    if (!isBitcoin) return;
    const id = addBitcoin(parent);
    tree.mark(id, flag.tagged);
    headers.keep(id, parts);
    jobs.bitcoinMoved(pool, now);
  }

  function stopReason(): Results["stoppedBy"] | undefined {
    if (counts.bitcoin >= (stop.bitcoinBlocks ?? Number.POSITIVE_INFINITY)) return "bitcoin-blocks";
    if (counts.child >= (stop.childBlocks ?? Number.POSITIVE_INFINITY)) return "child-blocks";
    return trials() >= (stop.trials ?? Number.POSITIVE_INFINITY) ? "trials" : undefined;
  }

  const trials = () => (side.doubleSpend?.trials ?? 0) + (child?.doubleSpend?.trials ?? 0);

  function changePower({ line, isActive, at }: PowerChange): void {
    now = at;
    nextChange++;
    finds.setActive(now, line, isActive);
  }

  function advance(budget: number): Results["stoppedBy"] | undefined {
    let spent = 0;
    while (spent < budget) {
      const change = powerChanges[nextChange];
      const eventTime = agenda.nextTime;
      const next = Math.min(eventTime, finds.nextTime, change?.at ?? Number.POSITIVE_INFINITY);
      if (next > stopSeconds || next === Number.POSITIVE_INFINITY) {
        now = Math.min(stopSeconds, next === Number.POSITIVE_INFINITY ? now : next);
        return "hours";
      }
      events++;
      spent++;
      if (change?.at === next) changePower(change);
      else if (eventTime === next) {
        now = next;
        agenda.runNext();
        updateFloors();
      } else {
        const before = counts.child;
        takeFind();
        spent += childBlockCost * (counts.child - before);
        const reason = stopReason();
        if (reason === undefined) continue;
        // What takes no time still happens.
        while (agenda.nextTime <= now) agenda.runNext();
        return reason;
      }
    }
    return undefined;
  }

  updateFloors();
  return {
    ...{ scenario, pools, tree, views, ledger, side, child, advance },
    progress: () => ({
      done: Math.min(
        1,
        Math.max(
          now / stopSeconds,
          counts.bitcoin / (stop.bitcoinBlocks ?? Number.POSITIVE_INFINITY),
          counts.child / (stop.childBlocks ?? Number.POSITIVE_INFINITY),
          trials() / (stop.trials ?? Number.POSITIVE_INFINITY),
        ),
      ),
      hours: now / 3600,
      bitcoinBlocks: counts.bitcoin,
      childBlocks: counts.child,
    }),
    get events() {
      return events;
    },
    get bitcoinBlocks() {
      return counts.bitcoin;
    },
    get childBlocks() {
      return counts.child;
    },
  };
}
