/**
 * Draws which pool finds the next nonce, and when. Hash power finds at random moments, so the time
 * to the next find is exponentially distributed and can be drawn again at any moment without
 * changing the distribution.
 *
 * Pools work at slightly different difficulties. Finds are drawn for the lowest one, the floor;
 * each has a quality, and counts if the quality meets the difficulty of its work. So one nonce may
 * meet the child's difficulty, Bitcoin's, or both.
 */
import { createPicker, createRandom, type Random } from "../random.js";
import type { PoolGroups } from "../scenario/pool-groups.js";
import { hashesPerSecond } from "../scenario/power.js";

export interface FoundNonce {
  pool: number;
  /** Is true if the hash power also worked for the child. */
  isMerged: boolean;
  /** The maximum difficulty that the nonce meets. */
  quality: number;
}

/** The groups that mine in one way, by weight. */
interface WeightedGroups {
  readonly weights: number[];
  total: number;
  pick: (random: Random) => number;
}

/** Finds of all pools but the attacker at even intervals. */
interface Pace {
  readonly attacker: number;
  /** The virtual seconds between two of these finds. */
  readonly every: number;
  /** The number of remaining finds, and the time of the next one. */
  left: number;
  at: number;
}

/** Draws who finds the next nonce, when, and which difficulties it meets. */
export class MiningLottery {
  readonly #pools: PoolGroups;
  readonly #times: Random;
  readonly #finders: Random;
  readonly #qualities: Random;
  readonly #active: boolean[];
  readonly #merged: WeightedGroups;
  readonly #alone: WeightedGroups;
  #bitcoinFloor = 1;
  #mergedFloor = 1;
  #mergedRate = 0;
  #rate = 0;
  #nextTime = Number.POSITIVE_INFINITY;
  #pace: Pace | undefined;

  constructor(pools: PoolGroups, seed: number, hasChild: boolean) {
    this.#pools = pools;
    this.#times = createRandom(seed, "finds/times");
    this.#finders = createRandom(seed, "finds/finders");
    this.#qualities = createRandom(seed, "finds/qualities");
    const { groups } = pools;
    const partMerged = (mergeMining: number) => (hasChild ? mergeMining : 0);
    this.#active = groups.map(() => true);
    this.#merged = createWeightedGroups(
      groups.map(({ share, mergeMining }) => share * partMerged(mergeMining)),
    );
    this.#alone = createWeightedGroups(
      groups.map(({ share, mergeMining }) => share * (1 - partMerged(mergeMining))),
    );
  }

  /** The time of the next find in virtual seconds; Infinity while no pool mines. */
  get nextTime(): number {
    return this.#nextTime;
  }

  /** Writes the next find to `into`, and draws the following one. */
  take(into: FoundNonce): void {
    if (this.#pace === undefined) this.#takeRandom(into);
    else this.#takePaced(into, this.#pace);
  }

  /** Sets the lowest difficulties that any pool works at, from now on. */
  setFloors(now: number, bitcoin: number, child: number): void {
    this.#bitcoinFloor = bitcoin;
    this.#mergedFloor = Math.min(bitcoin, child);
    this.#draw(now);
  }

  /** Makes a group start or stop mining. */
  setActive(now: number, group: number, isActive: boolean): void {
    this.#active[group] = isActive;
    refill(this.#merged, this.#active);
    refill(this.#alone, this.#active);
    this.#draw(now);
  }

  /**
   * Makes all pools but one find `count` blocks at even intervals, which a merchant's wait for a
   * fixed time needs; after that all finds are random again. Used only without a child.
   */
  pace(now: number, attacker: number, count: number): void {
    const others = this.#alone.total - this.#weightOf(attacker);
    const every = this.#bitcoinFloor / (others * hashesPerSecond);
    this.#pace = { attacker, every, left: count, at: now + every };
    this.#draw(now);
  }

  #weightOf(pool: number): number {
    return this.#alone.weights[this.#pools.groupOf(pool)] as number;
  }

  /**
   * Draws the next find: at random for all pools, or during even intervals only for the attacker.
   */
  #draw(now: number): void {
    if (this.#pace !== undefined) {
      const rate = this.#weightOf(this.#pace.attacker) * hashesPerSecond;
      const own = now + (this.#times.exponential() * this.#bitcoinFloor) / rate;
      this.#nextTime = Math.min(own, this.#pace.at);
      return;
    }
    this.#mergedRate = (this.#merged.total * hashesPerSecond) / this.#mergedFloor;
    this.#rate = this.#mergedRate + (this.#alone.total * hashesPerSecond) / this.#bitcoinFloor;
    this.#nextTime =
      this.#rate > 0 ? now + this.#times.exponential() / this.#rate : Number.POSITIVE_INFINITY;
  }

  #pickPool(weighted: WeightedGroups): number {
    const { groups, firstOf } = this.#pools;
    const group = weighted.pick(this.#finders);
    const { count } = groups[group] as { count: number };
    return (firstOf[group] as number) + (count === 1 ? 0 : this.#finders.below(count));
  }

  #takeRandom(into: FoundNonce): void {
    const now = this.#nextTime;
    const isMerged = this.#mergedRate > 0 && this.#finders.next() * this.#rate < this.#mergedRate;
    into.isMerged = isMerged;
    into.pool = this.#pickPool(isMerged ? this.#merged : this.#alone);
    const floor = isMerged ? this.#mergedFloor : this.#bitcoinFloor;
    into.quality = floor / (1 - this.#qualities.next());
    this.#draw(now);
  }

  #takePaced(into: FoundNonce, pace: Pace): void {
    const now = this.#nextTime;
    into.isMerged = false;
    into.quality = this.#bitcoinFloor;
    into.pool = pace.attacker;
    if (now === pace.at) {
      while (into.pool === pace.attacker) into.pool = this.#pickPool(this.#alone);
      pace.at += pace.every;
      pace.left--;
      if (pace.left === 0) this.#pace = undefined;
    }
    this.#draw(now);
  }
}

const nobody = () => {
  throw new RangeError("nobody mines");
};

function createWeightedGroups(weights: number[]): WeightedGroups {
  const group: WeightedGroups = { weights, total: 0, pick: nobody };
  refill(
    group,
    weights.map(() => true),
  );
  return group;
}

function refill(group: WeightedGroups, active: readonly boolean[]): void {
  const weights = group.weights.map((weight, i) => (active[i] === true ? weight : 0));
  group.total = weights.reduce((sum, weight) => sum + weight, 0);
  group.pick = group.total > 0 ? createPicker(weights) : nobody;
}
