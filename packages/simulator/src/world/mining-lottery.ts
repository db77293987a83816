/**
 * Who finds the next nonce, and when. Hash power that works at a difficulty finds at random moments,
 * so the next find is exponential, and may be drawn again at any moment without changing a thing.
 *
 * Pools work at difficulties that differ a little. Finds are drawn for the lowest one, the floor;
 * each has a quality, and counts where the quality meets the difficulty it was worked at. One nonce
 * may so meet the child's difficulty, Bitcoin's, or both.
 */
import type { PoolGroups } from "../scenario/pool-groups.js";
import { createPicker, createRandom, type Random } from "./random.js";

/** Hashes a second of all pools together while all of them mine. */
export const hashesPerSecond = 1e12;

export interface FoundNonce {
  pool: number;
  /** Is true when it was worked for the child as well. */
  isMerged: boolean;
  /** A difficulty is met when it is not above this. */
  quality: number;
}

export interface MiningLottery {
  /** Virtual seconds; Infinity while nobody mines. */
  readonly nextTime: number;
  /** Takes the next find into `into`, and draws the one after. */
  take(into: FoundNonce): void;
  /** Sets the lowest difficulties anybody works at, from this moment on. */
  setFloors(now: number, bitcoin: number, child: number): void;
  /** A line begins or stops to mine. */
  setActive(now: number, group: number, isActive: boolean): void;
  /**
   * Makes all pools but one find `count` blocks at even intervals, which a merchant's wait by the
   * clock needs; after that all is random again. Without a child only.
   */
  pace(now: number, attacker: number, count: number): void;
}

/** Lines that mine in one way, by weight. */
interface WeightedGroups {
  readonly weights: number[];
  total: number;
  pick: (random: Random) => number;
}

export function createMiningLottery(
  pools: PoolGroups,
  seed: number,
  hasChild: boolean,
): MiningLottery {
  const { groups, firstOf } = pools;
  const times = createRandom(seed, "finds/times");
  const finders = createRandom(seed, "finds/finders");
  const qualities = createRandom(seed, "finds/qualities");
  const active = groups.map(() => true);
  const merged = createWeightedGroups(
    groups.map(({ share, mergeMining }) => share * partMerged(mergeMining)),
  );
  const alone = createWeightedGroups(
    groups.map(({ share, mergeMining }) => share * (1 - partMerged(mergeMining))),
  );
  let bitcoinFloor = 1;
  let mergedFloor = 1;
  let mergedRate = 0;
  let rate = 0;
  let nextTime = Number.POSITIVE_INFINITY;
  let paced:
    | { readonly attacker: number; readonly every: number; left: number; at: number }
    | undefined;

  function partMerged(mergeMining: number): number {
    return hasChild ? mergeMining : 0;
  }

  function draw(now: number): void {
    mergedRate = (merged.total * hashesPerSecond) / mergedFloor;
    rate = mergedRate + (alone.total * hashesPerSecond) / bitcoinFloor;
    nextTime = rate > 0 ? now + times.exponential() / rate : Number.POSITIVE_INFINITY;
  }

  function pickPool(weighted: WeightedGroups): number {
    const group = weighted.pick(finders);
    const count = (groups[group] as { count: number }).count;
    return (firstOf[group] as number) + (count === 1 ? 0 : finders.below(count));
  }

  /** Draws the next find: the attacker's at random, everybody else's on the clock. */
  function drawPaced(now: number): void {
    if (paced === undefined) {
      draw(now);
      return;
    }
    const share = alone.weights[pools.groupOf(paced.attacker)] as number;
    const own = now + (times.exponential() * bitcoinFloor) / (share * hashesPerSecond);
    nextTime = Math.min(own, paced.at);
  }

  function takePaced(into: FoundNonce): void {
    const now = nextTime;
    if (paced === undefined) return;
    const isOthers = now === paced.at;
    into.isMerged = false;
    into.quality = bitcoinFloor;
    into.pool = paced.attacker;
    if (isOthers) {
      while (into.pool === paced.attacker) into.pool = pickPool(alone);
      paced.at += paced.every;
      paced.left--;
      if (paced.left === 0) paced = undefined;
    }
    drawPaced(now);
  }

  return {
    get nextTime() {
      return nextTime;
    },
    take(into) {
      if (paced !== undefined) return takePaced(into);
      const now = nextTime;
      const isMerged = mergedRate > 0 && finders.next() * rate < mergedRate;
      into.isMerged = isMerged;
      into.pool = pickPool(isMerged ? merged : alone);
      const floor = isMerged ? mergedFloor : bitcoinFloor;
      into.quality = floor / (1 - qualities.next());
      draw(now);
    },
    setFloors(now, bitcoin, child) {
      bitcoinFloor = bitcoin;
      mergedFloor = Math.min(bitcoin, child);
      drawPaced(now);
    },
    setActive(now, group, isActive) {
      active[group] = isActive;
      refill(merged, active);
      refill(alone, active);
      drawPaced(now);
    },
    pace(now, attacker, count) {
      const others = alone.total - (alone.weights[pools.groupOf(attacker)] as number);
      const every = bitcoinFloor / (others * hashesPerSecond);
      paced = { attacker, every, left: count, at: now + every };
      drawPaced(now);
    },
  };
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
