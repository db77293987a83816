/**
 * Generates random numbers from a seed by sfc32 (Chris Doty-Humphrey's small fast counter
 * generator), with a named stream for each purpose. The streams are independent, so an added pool
 * or a changed delay does not change the draws for others.
 */

export interface Random {
  /** Draws from [0, 1) uniformly, with 53 bits. */
  next(): number;
  /** Draws from the exponential distribution with mean 1; never infinite. */
  exponential(): number;
  /** Draws from 0 … count - 1 uniformly. */
  below(count: number): number;
}

/**
 * Hashes a name by FNV-1a over UTF-16 units, then mixes, so that similar names result in unrelated
 * states.
 */
function hashName(name: string, start: number): number {
  let h = start ^ 0x811c9dc5;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The number of discarded outputs, until the seed has affected every bit of the state. */
const warmUpSteps = 20;

/**
 * Creates the stream of a purpose.
 * @param seed 32 bits.
 * @param name the name of the purpose, such as `pool/north/fees`.
 */
export function createRandom(seed: number, name: string): Random {
  let a = hashName(name, seed) | 0;
  let b = hashName(name, seed ^ 0x9e3779b9) | 0;
  let c = seed | 0;
  let counter = 1;
  const step = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < warmUpSteps; i++) step();
  const next = () => (step() * 2 ** 21 + (step() >>> 11)) / 2 ** 53;
  return {
    next,
    exponential: () => -Math.log(1 - next()),
    below: (count) => Math.floor(next() * count),
  };
}

/**
 * Creates a function that picks an index with a probability proportional to its weight, in constant
 * time (Walker's alias method with Vose's construction).
 * @throws {RangeError} when no weight is above zero.
 */
export function createPicker(weights: readonly number[]): (random: Random) => number {
  const count = weights.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0)) throw new RangeError("nothing to pick from");
  const keep = new Float64Array(count);
  const alias = new Int32Array(count);
  const scaled = weights.map((weight) => (weight * count) / total);
  const small = scaled.flatMap((value, i) => (value < 1 ? [i] : []));
  const large = scaled.flatMap((value, i) => (value < 1 ? [] : [i]));
  for (;;) {
    const low = small.pop();
    const high = low === undefined ? undefined : large.pop();
    if (low === undefined || high === undefined) {
      // The remaining weights are 1 except for rounding.
      for (const i of low === undefined ? large : [low, ...small]) keep[i] = 1;
      break;
    }
    keep[low] = scaled[low] as number;
    alias[low] = high;
    const rest = (scaled[high] as number) + (scaled[low] as number) - 1;
    scaled[high] = rest;
    (rest < 1 ? small : large).push(high);
  }
  return (random) => {
    const spot = random.next() * count;
    const i = Math.floor(spot);
    return spot - i < (keep[i] as number) ? i : (alias[i] as number);
  };
}
