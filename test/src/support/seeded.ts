/** Generates repeatable random numbers: the same seed results in the same run. */
export interface Seeded {
  /** Returns an integer from 0 up to, but not including, `below`. */
  int(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(share: number): boolean;
  bytes(length: number): Uint8Array;
}

/** Implements Mulberry32. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    pick: (items) => items[int(items.length)] as (typeof items)[number],
    chance: (share) => next() < share,
    bytes: (length) => Uint8Array.from({ length }, () => int(256)),
  };
}
