/**
 * Simulates mining on Bitcoin: the parent of each pool's next block, found blocks, and an attacker.
 */
import type { PoolGroups } from "../scenario/pool-groups.js";
import { attackedChain, type Scenario } from "../scenario/scenario.js";
import { createAttack } from "../strategies/attack.js";
import type { DoubleSpend } from "../strategies/double-spend.js";
import { createRandom } from "../world/random.js";
import { type BitcoinBranch, createBitcoinBranch } from "./secret-branch.js";
import { type BitcoinTree, genesisId } from "./tree.js";
import type { BitcoinViews } from "./views.js";

export interface BitcoinChainSim {
  /** Returns the block that the pool's hash power works on. */
  parentFor(pool: number): number;
  /** Adds a block that the pool found on `parent`. @returns its id. */
  found(parent: number, pool: number, now: number): number;
  /** Is called when a block of another pool became the tip of the attacker's node. */
  othersMoved(now: number): void;
  /** Returns the tips of branches that no view contains. */
  hiddenTips(): readonly number[];
  /**
   * The lowest difficulty that any pool works at; it falls with new blocks, and rises only by
   * `raiseFloor`.
   */
  readonly floor: number;
  /** Recomputes the floor, since the lowest difficulty may have risen. */
  raiseFloor(): void;
  readonly doubleSpend: DoubleSpend | undefined;
}

/** Returns the index of the pool whose strategy attacks this chain, or -1. */
export function attackerOn(pools: PoolGroups, chain: "bitcoin" | "child"): number {
  const line = pools.groups.findIndex(({ strategy }) => attackedChain(strategy) === chain);
  return line < 0 ? -1 : (pools.firstOf[line] as number);
}

export function createBitcoinChainSim(options: {
  readonly scenario: Scenario;
  readonly pools: PoolGroups;
  readonly tree: BitcoinTree;
  readonly views: BitcoinViews;
  /** The virtual seconds before which trials of an attack are not counted. */
  readonly warmUpSeconds: number;
  /** Is called when a merchant begins to wait for a fixed time: see `MiningLottery.pace`. */
  readonly onPayment: (attacker: number, confirmations: number) => void;
}): BitcoinChainSim {
  const { scenario, pools, tree, views } = options;
  const attacker = attackerOn(pools, "bitcoin");
  const luck = createRandom(scenario.seed, "bitcoin/rivals");
  let clock = 0;
  let floor = tree.nextDifficulty(genesisId);

  const branch: BitcoinBranch | undefined =
    attacker < 0 ? undefined : createBitcoinBranch(tree, views, attacker, () => clock);
  const attack = createAttack(pools, attacker, {
    isWarmUp: () => clock < options.warmUpSeconds,
    onPayment: (confirmations) => options.onPayment(attacker, confirmations),
  });
  const { strategy, doubleSpend, gamma = 0 } = attack;
  if (branch) doubleSpend?.begin(branch);

  return {
    get floor() {
      return floor;
    },
    doubleSpend,
    parentFor(pool) {
      if (branch !== undefined && pool === attacker) return branch.head;
      const tip = views.tip(pool);
      const rival = views.rival(pool);
      if (rival === genesisId || rival === tip || tree.work(rival) !== tree.work(tip)) return tip;
      return luck.next() < gamma ? rival : tip;
    },
    found(parent, pool, now) {
      clock = now;
      const id = tree.add(parent, pool, now);
      floor = Math.min(floor, tree.nextDifficulty(id));
      if (branch === undefined || pool !== attacker) {
        views.publish(id, pool, now);
      } else {
        branch.extend(id);
        strategy?.found(branch);
      }
      return id;
    },
    othersMoved(now) {
      clock = now;
      if (branch !== undefined) strategy?.moved(branch);
    },
    hiddenTips: () => (branch === undefined ? [] : [branch.head]),
    raiseFloor() {
      let lowest = Number.POSITIVE_INFINITY;
      const narrow = (id: number) => {
        if (id >= tree.root) lowest = Math.min(lowest, tree.nextDifficulty(id));
      };
      views.eachTip(narrow);
      if (branch !== undefined) narrow(branch.head);
      floor = lowest;
    },
  };
}
