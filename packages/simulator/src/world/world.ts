/**
 * Simulates a world: pools find nonces and blocks travel on a virtual clock. It never waits, reads
 * no clock, and draws no other random numbers.
 */
import { flag } from "../bitcoin/tree.js";
import type { ChildChainSim } from "../child/chain-sim.js";
import { createCheck } from "../invariant.js";
import { unsettledBlocksMax } from "../limits.js";
import type { Progress, Results } from "../results/results.js";
import { type PowerChange, powerChangesOf } from "../scenario/power.js";
import { headerHoursMax, type Scenario } from "../scenario/scenario.js";
import { unusable } from "../scenario/unusable.js";
import type { FoundNonce } from "./mining-lottery.js";
import { type Clock, createWorldParts, type WorldParts } from "./world-parts.js";

/** The least number of finds of either chain after which the blocks that all agree on are settled. */
const settleEvery = { bitcoin: 2_048, child: 256 } as const;
/** The cost of a child block in events. */
const childBlockCost = 500;

const never = Number.POSITIVE_INFINITY;

/** A simulated world, advanced event by event until its scenario stops. */
export class World {
  readonly scenario: Scenario;
  readonly parts: WorldParts;
  readonly #clock: Clock = { now: 0 };
  #events = 0;
  readonly #end: ReturnType<typeof endOf>;
  readonly #counts = { bitcoin: 0, child: 0, unsettledBitcoin: 0, unsettledChild: 0 };
  readonly #find: FoundNonce = { pool: 0, isMerged: false, quality: 0 };
  readonly #powerChanges: PowerChange[];
  #nextChange = 0;
  #bitcoinFloor = 0;
  #childFloor = 0;

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    const check = createCheck(scenario.seed, () => this.#events);
    this.parts = createWorldParts(scenario, this.#clock, check);
    this.#end = endOf(scenario);
    this.#powerChanges = powerChangesOf(scenario);
    this.#updateFloors();
  }

  get events(): number {
    return this.#events;
  }

  /**
   * Runs events until they cost `budget`, where a child block costs as much as many others.
   * @returns why the world has ended, or undefined.
   * @throws {Fault} `unusable-data` if too many blocks cannot be settled.
   */
  advance(budget: number): Results["stoppedBy"] | undefined {
    const { schedule, lottery } = this.parts;
    const countsTrials = this.#end.trials !== never;
    let spent = 0;
    while (spent < budget) {
      const change = this.#powerChanges[this.#nextChange];
      const eventTime = schedule.nextTime;
      const next = Math.min(eventTime, lottery.nextTime, change?.at ?? never);
      if (next > this.#end.seconds || next === never) {
        if (this.#end.seconds !== never) this.#clock.now = this.#end.seconds;
        return "hours";
      }
      this.#events++;
      spent++;
      if (change?.at === next) this.#changePower(change);
      else if (eventTime === next) {
        this.#clock.now = next;
        schedule.runNext();
        this.#updateFloors();
        // A block that arrives can end a trial.
        if (countsTrials && this.#haveTrialsEnded()) return "trials";
      } else {
        const before = this.#counts.child;
        this.#takeFind();
        spent += childBlockCost * (this.#counts.child - before);
        const reason = this.#stopReason();
        if (reason !== undefined) return reason;
      }
    }
    return undefined;
  }

  /** Ends a world: blocks in transit arrive, and all blocks are settled. */
  end(): void {
    this.parts.schedule.drain();
    this.parts.ledger.finish();
    this.parts.child?.finish();
  }

  progress(): Progress {
    const { bitcoin, child } = this.#counts;
    const { seconds, bitcoinBlocks, childBlocks, trials } = this.#end;
    const { now } = this.#clock;
    const parts = [now / seconds, bitcoin / bitcoinBlocks, child / childBlocks];
    return {
      done: Math.min(1, Math.max(...parts, this.#trials() / trials)),
      hours: now / 3600,
      bitcoinBlocks: bitcoin,
      childBlocks: child,
    };
  }

  /** Passes changed difficulties to the lottery. */
  #updateFloors(): void {
    const { bitcoin, child, lottery } = this.parts;
    const childFloor = child?.jobs.floor ?? never;
    if (bitcoin.floor === this.#bitcoinFloor && childFloor === this.#childFloor) return;
    this.#bitcoinFloor = bitcoin.floor;
    this.#childFloor = childFloor;
    lottery.setFloors(this.#clock.now, bitcoin.floor, childFloor);
  }

  #settleWhenDue(): void {
    const { ledger, bitcoin, child, tree } = this.parts;
    const counts = this.#counts;
    // Each settling looks at all unsettled blocks. Where many stay, as in a long partition, a quarter must be new.
    const bitcoinDue = Math.max(settleEvery.bitcoin, (tree.nextId - tree.root) / 4);
    if (counts.unsettledBitcoin >= bitcoinDue) {
      counts.unsettledBitcoin = 0;
      ledger.settle();
      assertSettled("bitcoin", tree.nextId - tree.root);
      child?.headers.prune();
      if (this.scenario.bitcoin.isRetargeting) bitcoin.raiseFloor();
    }
    if (child !== undefined && counts.unsettledChild >= settleEvery.child) {
      counts.unsettledChild = 0;
      child.settle();
      assertSettled("child", child.ledger.open.length);
      child.jobs.raiseFloor();
    }
    this.#updateFloors();
  }

  #takeFind(): void {
    const { lottery, bitcoin, child, tree } = this.parts;
    const find = this.#find;
    this.#clock.now = lottery.nextTime;
    lottery.take(find);
    if (child === undefined) {
      const parent = bitcoin.parentFor(find.pool);
      if (find.quality >= tree.nextDifficulty(parent)) this.#addBitcoin(parent);
    } else if (find.isMerged) this.#takeMerged(child);
    else this.#takeAlone(child);
    this.#settleWhenDue();
  }

  #addBitcoin(parent: number): number {
    this.#counts.bitcoin++;
    this.#counts.unsettledBitcoin++;
    return this.parts.bitcoin.found(parent, this.#find.pool, this.#clock.now);
  }

  /** Returns the time of a Bitcoin header built now, in Unix seconds. */
  #bitcoinTime({ epochSeconds }: ChildChainSim): number {
    return epochSeconds + Math.floor(this.#clock.now);
  }

  #takeAlone(child: ChildChainSim): void {
    const { bitcoin, tree } = this.parts;
    const parent = bitcoin.parentFor(this.#find.pool);
    if (this.#find.quality < tree.nextDifficulty(parent)) return;
    const parts = child.headers.make({ parent, time: this.#bitcoinTime(child), tag: undefined });
    child.headers.keep(this.#addBitcoin(parent), parts);
  }

  /** Processes one nonce, which may meet the child's difficulty, Bitcoin's, or both. */
  #takeMerged(child: ChildChainSim): void {
    const { bitcoin, tree } = this.parts;
    const { pool, quality } = this.#find;
    const { jobs, headers } = child;
    const { now } = this.#clock;
    const job = jobs.jobAt(pool, now);
    const parent = bitcoin.parentFor(pool);
    const isBitcoin = quality >= tree.nextDifficulty(parent);
    const isChild = quality >= jobs.difficultyAt(job, now);
    if (!isBitcoin && !isChild) return;
    const template = jobs.templateAt(job, pool, now);
    const tag = template.work.hashForMergedMining;
    const parts = headers.make({ parent, time: this.#bitcoinTime(child), tag });
    if (isChild && child.found(template, { parts, pool, now, isShared: isBitcoin })) {
      this.#counts.child++;
      this.#counts.unsettledChild++;
    }
    if (!isBitcoin) return;
    const id = this.#addBitcoin(parent);
    tree.mark(id, flag.tagged);
    headers.keep(id, parts);
    jobs.bitcoinMoved(pool, now);
  }

  #trials(): number {
    const { bitcoin, child } = this.parts;
    return (bitcoin.doubleSpend?.counts.finished ?? 0) + (child?.doubleSpend?.counts.finished ?? 0);
  }

  #haveTrialsEnded(): boolean {
    return this.#trials() >= this.#end.trials;
  }

  #stopReason(): Results["stoppedBy"] | undefined {
    if (this.#counts.bitcoin >= this.#end.bitcoinBlocks) return "bitcoin-blocks";
    if (this.#counts.child >= this.#end.childBlocks) return "child-blocks";
    return this.#haveTrialsEnded() ? "trials" : undefined;
  }

  #changePower({ group, isActive, at }: PowerChange): void {
    this.#clock.now = at;
    this.#nextChange++;
    this.parts.lottery.setActive(at, group, isActive);
  }
}

function assertSettled(chain: "bitcoin" | "child", unsettled: number): void {
  if (unsettled <= unsettledBlocksMax) return;
  throw unusable(
    `${chain}: the pools do not agree on any of the newest ${unsettled} blocks: ` +
      "make partitions, delays and hidden branches shorter, or end the run earlier",
  );
}

/**
 * Returns the limits of a world; those that the scenario does not state are infinite, except that
 * Bitcoin's headers, which a child needs, have no later time.
 */
function endOf({ stop, child }: Scenario) {
  return {
    seconds: (stop.hours ?? (child === undefined ? never : headerHoursMax)) * 3600,
    bitcoinBlocks: stop.bitcoinBlocks ?? never,
    childBlocks: stop.childBlocks ?? never,
    trials: stop.trials ?? never,
  };
}
