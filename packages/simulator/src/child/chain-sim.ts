/** Simulates mining on the child: found blocks, their publication, and an attacker. */
import type { Violation } from "@tandem/consensus";
import { attackerOn } from "../bitcoin/chain-sim.js";
import type { BitcoinTree } from "../bitcoin/tree.js";
import type { Check } from "../invariant.js";
import { createRoutes } from "../network/routes.js";
import type { ChildChain } from "../scenario/chains.js";
import type { PoolGroups } from "../scenario/pool-groups.js";
import type { Scenario } from "../scenario/scenario.js";
import { createAttack } from "../strategies/attack.js";
import type { DoubleSpend } from "../strategies/double-spend.js";
import type { EventQueue } from "../world/event-queue.js";
import { eventKind } from "../world/event-schedule.js";
import { type BitcoinHeaders, type BitcoinParts, createBitcoinHeaders } from "./bitcoin-headers.js";
import { type ChildBlock, commonAncestor } from "./block.js";
import { BlockFactory, type BlockTemplate } from "./block-factory.js";
import { childSpec } from "./chain-spec.js";
import { createJobBoard, type JobBoard } from "./job-board.js";
import { type ChildLedger, createChildLedger } from "./ledger.js";
import { createMonitorAdapter, type MonitorAdapter } from "./monitor.js";
import { createMinerRewards, createRemascRewards, type Rewards } from "./rewards.js";
import { type ChildBranch, createChildBranch } from "./secret-branch.js";
import { createUncleFinder } from "./uncle-finder.js";
import { type ChildViews, createChildViews } from "./views.js";

export interface ChildChainSim {
  readonly jobs: JobBoard;
  readonly headers: BitcoinHeaders;
  readonly views: ChildViews;
  readonly ledger: ChildLedger;
  readonly rewards: Rewards;
  readonly monitor: MonitorAdapter | undefined;
  readonly doubleSpend: DoubleSpend | undefined;
  /** The Unix seconds at the beginning of the simulation. */
  readonly epochSeconds: number;
  /** The number of found blocks that consensus refused. */
  readonly refused: number;
  /** The number of nonces that also met Bitcoin's target. */
  readonly sharedNonces: number;
  /** Adds a block whose nonce meets the child's target. @returns false if consensus refuses it. */
  found(template: BlockTemplate, made: Made): boolean;
  /** Settles the blocks that every view agrees on. */
  settle(): void;
  /** Settles all other blocks by the observer's branch. */
  finish(): void;
}

interface Made {
  readonly parts: BitcoinParts;
  readonly pool: number;
  readonly now: number;
  /** Is true if the nonce also met Bitcoin's target. */
  readonly isShared: boolean;
}

/** The only rule that a slow pool can violate: see `BitcoinHeaders.make`. */
const slowRule = "bitcoin-time/too-far";

export function createChildChainSim(options: {
  readonly scenario: Scenario;
  readonly child: ChildChain;
  readonly pools: PoolGroups;
  readonly tree: BitcoinTree;
  readonly queue: EventQueue;
  readonly check: Check;
}): ChildChainSim {
  const { scenario, child, pools, tree, queue, check } = options;
  const spec = childSpec(scenario, child);
  const epochSeconds = spec.genesis.timestamp;
  const warmUpSeconds = scenario.warmUpHours * 3600;
  const routes = createRoutes(scenario, pools, "child");
  const observer = routes.places - 1;
  const factory = new BlockFactory(spec, routes.places);
  const { genesis } = factory;
  const uncles = createUncleFinder(spec, factory.uncleCheck);
  const headers = createBitcoinHeaders(tree);
  const jobs = createJobBoard({ scenario, child, pools, factory, uncles, queue, epochSeconds });
  const createRewards = child.rewards === "remasc" ? createRemascRewards : createMinerRewards;
  const rewards = createRewards(pools.groups.length);
  const monitor = scenario.hasForkMonitor
    ? createMonitorAdapter({ tree, headers, genesis, warmUpSeconds, epochSeconds })
    : undefined;
  const { groupOf } = pools;
  const lines = pools.groups.length;
  const ledger = createChildLedger({
    ...{ genesis, lines, groupOf, rewards, warmUpSeconds, epochSeconds, check },
  });
  const attacker = attackerOn(pools, "child");
  let clock = 0;
  let refused = 0;
  let sharedNonces = 0;

  const views = createChildViews({
    ...{ genesis, routes, warmUpSeconds },
    send: (time, place, id) => queue.add(time, eventKind.childArrival, place, id),
    onMoved,
  });
  const branch: ChildBranch | undefined =
    attacker < 0 ? undefined : createChildBranch(views, attacker, () => clock);
  const { strategy, doubleSpend } = createAttack(pools, attacker, {
    isWarmUp: () => clock < warmUpSeconds,
  });
  let attackerHead = genesis;
  if (branch) doubleSpend?.begin(branch);

  function onMoved(place: number, head: ChildBlock, old: ChildBlock, now: number): void {
    clock = now;
    if (place === observer) monitor?.childMoved(head, old);
    else if (place !== attacker) jobs.headMoved(place, head, now);
    else if (branch !== undefined) {
      if (head.pool !== attacker) strategy?.moved(branch);
      followBranch(branch, now);
    }
  }

  /** Gives the attacker's miners jobs on its own head. */
  function followBranch({ head }: ChildBranch, now: number): void {
    if (head === attackerHead) return;
    attackerHead = head;
    jobs.headMoved(attacker, head, now);
  }

  function isRefused(made: ChildBlock | Violation): made is Violation {
    if (!("rule" in made)) return false;
    check("blocks-are-valid", made.rule === slowRule, () => JSON.stringify(made));
    return true;
  }

  function checkViews(): void {
    for (let place = 0; place < routes.places; place++) {
      const head = views.head(place);
      const isKnown = head.knownTo[place] === 1 && (head.parent?.knownTo[place] ?? 1) === 1;
      check("views-are-known", isKnown, () => `block ${head.id} at node ${place}`);
      const heavier = ledger.open.find(
        ({ isPublished, knownTo, totalDifficulty }) =>
          isPublished && knownTo[place] === 1 && totalDifficulty > head.totalDifficulty,
      );
      check("heads-are-heaviest", heavier === undefined, () => {
        return `node ${place} follows ${head.id} and knows ${heavier?.id}`;
      });
    }
  }

  return {
    ...{ jobs, headers, views, ledger, rewards, monitor, doubleSpend, epochSeconds },
    get refused() {
      return refused;
    },
    get sharedNonces() {
      return sharedNonces;
    },
    found(template, made) {
      clock = made.now;
      const block = factory.make(template, made);
      if (isRefused(block)) {
        if (made.now >= warmUpSeconds) refused++;
        return false;
      }
      uncles.add(block);
      ledger.add(block);
      if (made.isShared && made.now >= warmUpSeconds) sharedNonces++;
      views.learn(block);
      if (branch === undefined || made.pool !== attacker) {
        views.publish(block, made.now);
      } else {
        if (branch.extend(block)) strategy?.found(branch);
        followBranch(branch, made.now);
      }
      return true;
    },
    settle() {
      checkViews();
      let common = views.observerHead();
      const narrow = (block: ChildBlock) => {
        common = commonAncestor(common, block);
      };
      views.eachTip(narrow);
      if (branch !== undefined) narrow(branch.head);
      jobs.eachParent(narrow);
      ledger.settle(common);
      uncles.prune(common.header.number - uncleHeightsKept);
    },
    finish() {
      ledger.finish(views.observerHead());
    },
  };
}

/**
 * The number of heights below the settled head whose blocks are kept as candidates for uncles. It
 * exceeds the maximum of generations.
 */
const uncleHeightsKept = 16;
