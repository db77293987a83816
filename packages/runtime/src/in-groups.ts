/** Divides items into groups that are bounded in number and in weight. */

interface GroupLimits {
  /** The items of a group. */
  readonly itemsMax: number;
  /** The weight of a group. An item that alone is heavier has a group of its own. */
  readonly weightMax: number;
}

/** Yields the items in groups, in their order. @param weigh returns the weight of an item, such as its bytes. */
export function* inGroups<T>(
  items: Iterable<T>,
  weigh: (item: T) => number,
  { itemsMax, weightMax }: GroupLimits,
): Generator<readonly T[]> {
  let group: T[] = [];
  let weight = 0;
  for (const item of items) {
    const added = weigh(item);
    const isFull = weight + added > weightMax || group.length === itemsMax;
    if (isFull && group.length > 0) {
      yield group;
      [group, weight] = [[], 0];
    }
    group.push(item);
    weight += added;
  }
  if (group.length > 0) yield group;
}
