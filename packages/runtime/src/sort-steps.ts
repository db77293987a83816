/**
 * Sorts long lists in steps: half a million entries take a second, too long for one turn of the event
 * loop.
 */

/** The number of entries that are sorted or merged between two steps: less than a millisecond. */
const entriesInStep = 512;

/**
 * Sorts with a stable merge sort.
 * @returns a new list.
 */
export function* sortSteps<T>(
  entries: readonly T[],
  order: (a: T, b: T) => number,
): Generator<void, T[]> {
  const { length } = entries;
  if (length <= entriesInStep) return [...entries].sort(order);
  let from: T[] = [];
  for (let at = 0; at < length; at += entriesInStep) {
    for (const entry of entries.slice(at, at + entriesInStep).sort(order)) from.push(entry);
    yield;
  }
  let to: T[] = new Array(length);
  for (let width = entriesInStep; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(start + width, length);
      const end = Math.min(middle + width, length);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at++) {
        const isLeft =
          left < middle && (right >= end || order(from[left] as T, from[right] as T) <= 0);
        to[at] = from[isLeft ? left++ : right++] as T;
        if (at % entriesInStep === 0) yield;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}
