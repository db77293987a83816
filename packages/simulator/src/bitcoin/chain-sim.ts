/**
 * Simulates mining on Bitcoin: the parent of each pool's next block, found blocks, and an attacker.
 */

import { createRandom, type Random } from "../random.js";
import type { PoolGroups } from "../scenario/pool-groups.js";
import type { Scenario } from "../scenario/scenario.js";
import { attackerOn, createAttack } from "../strategies/attack.js";
import type { Strategy } from "../strategies/branch.js";
import type { DoubleSpend } from "../strategies/double-spend.js";
import { type BitcoinBranch, createBitcoinBranch } from "./secret-branch.js";
import { type BitcoinTree, genesisId } from "./tree.js";
import type { BitcoinViews } from "./views.js";

interface SimOptions {
  readonly scenario: Scenario;
  readonly pools: PoolGroups;
  readonly tree: BitcoinTree;
  readonly views: BitcoinViews;
  /** The virtual seconds before which trials of an attack are not counted. */
  readonly warmUpSeconds: number;
  /** Is called when a merchant begins to wait for a fixed time: see `MiningLottery.pace`. */
  readonly onPayment: (attacker: number, confirmations: number) => void;
}

export class BitcoinChainSim {
  readonly doubleSpend: DoubleSpend | undefined;
  readonly #tree: BitcoinTree;
  readonly #views: BitcoinViews;
  readonly #attacker: number;
  readonly #branch: BitcoinBranch | undefined;
  readonly #strategy: Strategy | undefined;
  readonly #gamma: number;
  readonly #luck: Random;
  #clock = 0;
  #floor: number;

  constructor(options: SimOptions) {
    const { scenario, pools, tree, views, warmUpSeconds } = options;
    const attacker = attackerOn(pools, "bitcoin");
    const { strategy, doubleSpend, gamma } = createAttack(pools, attacker, {
      isWarmUp: () => this.#clock < warmUpSeconds,
      onPayment: (confirmations) => options.onPayment(attacker, confirmations),
    });
    this.doubleSpend = doubleSpend;
    this.#tree = tree;
    this.#views = views;
    this.#attacker = attacker;
    this.#strategy = strategy;
    this.#gamma = gamma ?? 0;
    this.#luck = createRandom(scenario.seed, "bitcoin/rivals");
    this.#floor = tree.nextDifficulty(genesisId);
    if (attacker < 0) return;
    this.#branch = createBitcoinBranch(tree, views, attacker, () => this.#clock);
    strategy?.begin?.(this.#branch);
  }

  /**
   * The lowest difficulty that any pool works at; it falls with new blocks, and rises only by
   * `raiseFloor`.
   */
  get floor(): number {
    return this.#floor;
  }

  /** Returns the block that the pool's hash power works on. */
  parentFor(pool: number): number {
    if (this.#branch !== undefined && pool === this.#attacker) return this.#branch.head;
    const tree = this.#tree;
    const tip = this.#views.tip(pool);
    const rival = this.#views.rival(pool);
    if (rival === genesisId || rival === tip || tree.work(rival) !== tree.work(tip)) return tip;
    return this.#luck.next() < this.#gamma ? rival : tip;
  }

  /** Adds a block that the pool found on `parent`. @returns its id. */
  found(parent: number, pool: number, now: number): number {
    this.#clock = now;
    const id = this.#tree.add(parent, pool, now);
    this.#floor = Math.min(this.#floor, this.#tree.nextDifficulty(id));
    if (this.#branch === undefined || pool !== this.#attacker) {
      this.#views.publish(id, pool, now);
    } else {
      this.#branch.extend(id);
      this.#strategy?.found(this.#branch);
    }
    return id;
  }

  /** Is called when a block of another pool became the tip of the attacker's node. */
  othersMoved(now: number): void {
    this.#clock = now;
    if (this.#branch !== undefined) this.#strategy?.moved(this.#branch);
  }

  /** Returns the tips of branches that no view contains. */
  hiddenTips(): readonly number[] {
    return this.#branch === undefined ? [] : [this.#branch.head];
  }

  /** Recomputes the floor, since the lowest difficulty may have risen. */
  raiseFloor(): void {
    let lowest = Number.POSITIVE_INFINITY;
    const narrow = (id: number) => {
      if (id >= this.#tree.root) lowest = Math.min(lowest, this.#tree.nextDifficulty(id));
    };
    this.#views.eachTip(narrow);
    for (const id of this.hiddenTips()) narrow(id);
    this.#floor = lowest;
  }
}
