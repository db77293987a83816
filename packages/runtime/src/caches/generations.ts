/**
 * A bounded cache of two generations: an entry that is read moves to the young one, and when that
 * is full the old one is dropped as a whole. Reads and misses cost less than in `LruMap`, and
 * frequently read entries stay as well; its size varies between half of the bound and all of it.
 */
export interface Generations<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/**
 * Creates a cache.
 * @param weigh returns the weight of a value against `max`; 1 by default, so that `max` counts
 * entries.
 */
export function createGenerations<Value>(
  max: number,
  weigh: (value: Value) => number = () => 1,
): Generations<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let weight = 0;
  const set = (key: string, value: Value) => {
    young.set(key, value);
    weight += weigh(value);
    if (weight <= max / 2) return;
    old = young;
    young = new Map();
    weight = 0;
  };
  const get = (key: string): Value | undefined => {
    const value = young.get(key);
    if (value !== undefined) return value;
    const aged = old.get(key);
    if (aged !== undefined) set(key, aged);
    return aged;
  };
  return { get, set };
}
