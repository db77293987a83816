/** Simulates mining on the child: found blocks, their publication, and an attacker. */
import type { Violation } from "@tandem/consensus";
import type { BitcoinTree } from "../bitcoin/tree.js";
import type { EventQueue } from "../events/event-queue.js";
import { eventKind } from "../events/event-schedule.js";
import type { Check } from "../invariant.js";
import { createRoutes } from "../network/routes.js";
import type { ChildChain } from "../scenario/chains.js";
import type { PoolGroups } from "../scenario/pool-groups.js";
import type { Scenario } from "../scenario/scenario.js";
import { attackerOn, createAttack } from "../strategies/attack.js";
import type { Strategy } from "../strategies/branch.js";
import type { DoubleSpend } from "../strategies/double-spend.js";
import { BitcoinHeaders, type BitcoinParts } from "./bitcoin-headers.js";
import type { ChildBlock } from "./block.js";
import { BlockFactory, type BlockTemplate } from "./block-factory.js";
import { childSpec } from "./chain-spec.js";
import { JobBoard } from "./job-board.js";
import { ChildLedger } from "./ledger.js";
import { MonitorAdapter } from "./monitor.js";
import { createMinerRewards, createRemascRewards, type Rewards } from "./rewards.js";
import { type ChildBranch, createChildBranch } from "./secret-branch.js";
import { UncleFinder } from "./uncle-finder.js";
import { ChildViews } from "./views.js";

interface Made {
  readonly parts: BitcoinParts;
  readonly pool: number;
  readonly now: number;
  /** Is true if the nonce also met Bitcoin's target. */
  readonly isShared: boolean;
}

/** The only rule that a slow pool can violate: see `BitcoinHeaders.make`. */
const slowRule = "bitcoin-time/too-far";

/**
 * The number of heights below the settled head whose blocks are kept as candidates for uncles. It
 * exceeds the maximum of generations.
 */
const uncleHeightsKept = 16;

interface SimOptions {
  readonly scenario: Scenario;
  readonly child: ChildChain;
  readonly pools: PoolGroups;
  readonly tree: BitcoinTree;
  readonly queue: EventQueue;
  readonly check: Check;
}

export class ChildChainSim {
  readonly jobs: JobBoard;
  readonly headers: BitcoinHeaders;
  readonly views: ChildViews;
  readonly ledger: ChildLedger;
  readonly rewards: Rewards;
  readonly monitor: MonitorAdapter | undefined;
  readonly doubleSpend: DoubleSpend | undefined;
  /** The Unix seconds at the beginning of the simulation. */
  readonly epochSeconds: number;
  readonly #check: Check;
  readonly #warmUpSeconds: number;
  /** The number of nodes; the last one is the observer's. */
  readonly #places: number;
  readonly #factory: BlockFactory;
  readonly #uncles: UncleFinder;
  readonly #attacker: number;
  readonly #branch: ChildBranch | undefined;
  readonly #strategy: Strategy | undefined;
  #attackerHead: ChildBlock;
  #clock = 0;
  #refused = 0;
  #sharedNonces = 0;

  constructor({ scenario, child, pools, tree, queue, check }: SimOptions) {
    const spec = childSpec(scenario, child);
    const epochSeconds = spec.genesis.timestamp;
    const warmUpSeconds = scenario.warmUpHours * 3600;
    const routes = createRoutes(scenario, pools, "child");
    const factory = new BlockFactory(spec, routes.places);
    const { genesis } = factory;
    const uncles = new UncleFinder(spec, factory.uncleCheck);
    const { groupOf } = pools;
    const groupCount = pools.groups.length;
    this.#check = check;
    this.#warmUpSeconds = warmUpSeconds;
    this.#places = routes.places;
    this.#factory = factory;
    this.#uncles = uncles;
    this.epochSeconds = epochSeconds;
    this.headers = new BitcoinHeaders(tree);
    this.jobs = new JobBoard({ scenario, child, pools, factory, uncles, queue, epochSeconds });
    this.rewards =
      child.rewards === "remasc" ? createRemascRewards(groupCount) : createMinerRewards(groupCount);
    this.monitor = scenario.hasForkMonitor
      ? new MonitorAdapter({ tree, headers: this.headers, genesis, warmUpSeconds, epochSeconds })
      : undefined;
    this.ledger = new ChildLedger({
      genesis,
      groupCount,
      groupOf,
      rewards: this.rewards,
      warmUpSeconds,
      epochSeconds,
      check,
    });
    this.views = new ChildViews({
      genesis,
      routes,
      warmUpSeconds,
      send: (time, place, id) => queue.add(time, eventKind.childArrival, place, id),
      onMoved: (place, head, old, now) => this.#onMoved(place, head, old, now),
    });
    this.#attacker = attackerOn(pools, "child");
    this.#attackerHead = genesis;
    const { strategy, doubleSpend } = createAttack(pools, this.#attacker, {
      isWarmUp: () => this.#clock < warmUpSeconds,
    });
    this.#strategy = strategy;
    this.doubleSpend = doubleSpend;
    if (this.#attacker < 0) return;
    this.#branch = createChildBranch(this.views, this.#attacker, () => this.#clock);
    strategy?.begin?.(this.#branch);
  }

  /** The number of found blocks that consensus refused. */
  get refused(): number {
    return this.#refused;
  }

  /** The number of nonces that also met Bitcoin's target. */
  get sharedNonces(): number {
    return this.#sharedNonces;
  }

  /** Adds a block whose nonce meets the child's target. @returns false if consensus refuses it. */
  found(template: BlockTemplate, made: Made): boolean {
    this.#clock = made.now;
    const isMeasured = made.now >= this.#warmUpSeconds;
    const block = this.#factory.make(template, made);
    if (this.#isRefused(block)) {
      if (isMeasured) this.#refused++;
      return false;
    }
    this.#uncles.add(block);
    this.ledger.add(block);
    if (made.isShared && isMeasured) this.#sharedNonces++;
    this.views.learn(block);
    if (this.#branch === undefined || made.pool !== this.#attacker) {
      this.views.publish(block, made.now);
    } else {
      if (this.#branch.extend(block)) this.#strategy?.found(this.#branch);
      this.#followBranch(this.#branch, made.now);
    }
    return true;
  }

  /** Settles the blocks that every view agrees on. */
  settle(): void {
    this.#checkViews();
    const tips = new Set<ChildBlock>();
    const visit = (block: ChildBlock) => tips.add(block);
    this.views.eachTip(visit);
    if (this.#branch !== undefined) visit(this.#branch.head);
    this.jobs.eachParent(visit);
    const common = this.ledger.settle(tips);
    this.#uncles.prune(common.header.number - uncleHeightsKept);
  }

  /** Settles all other blocks by the observer's branch. */
  finish(): void {
    this.ledger.finish(this.views.observerHead());
  }

  #onMoved(place: number, head: ChildBlock, old: ChildBlock, now: number): void {
    this.#clock = now;
    if (place === this.#places - 1) this.monitor?.childMoved(head, old);
    else if (place !== this.#attacker) this.jobs.headMoved(place, head, now);
    else if (this.#branch !== undefined) {
      if (head.pool !== this.#attacker) this.#strategy?.moved(this.#branch);
      this.#followBranch(this.#branch, now);
    }
  }

  /** Gives the attacker's miners jobs on its own head. */
  #followBranch({ head }: ChildBranch, now: number): void {
    if (head === this.#attackerHead) return;
    this.#attackerHead = head;
    this.jobs.headMoved(this.#attacker, head, now);
  }

  #isRefused(made: ChildBlock | Violation): made is Violation {
    if (!("rule" in made)) return false;
    this.#check("blocks-are-valid", made.rule === slowRule, () => JSON.stringify(made));
    return true;
  }

  #checkViews(): void {
    const heads = Array.from({ length: this.#places }, (_, place) => this.views.head(place));
    const lightest = heads.reduce((a, b) => (b.totalDifficulty < a.totalDifficulty ? b : a));
    const heavier = this.ledger.open.filter(
      ({ isPublished, totalDifficulty }) =>
        isPublished && totalDifficulty > lightest.totalDifficulty,
    );
    for (const [place, head] of heads.entries()) {
      const isKnown = head.knownTo[place] === 1 && (head.parent?.knownTo[place] ?? 1) === 1;
      this.#check("views-are-known", isKnown, () => `block ${head.id} at node ${place}`);
      const better = heavier.find(
        ({ knownTo, totalDifficulty }) =>
          knownTo[place] === 1 && totalDifficulty > head.totalDifficulty,
      );
      this.#check("heads-are-heaviest", better === undefined, () => {
        return `node ${place} follows ${head.id} and knows ${better?.id}`;
      });
    }
  }
}
