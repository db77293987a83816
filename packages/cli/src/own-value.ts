/** Reads tables by words that a user typed, such as `constructor`, which every object inherits. */

/** Returns the value of an object's own key, or undefined. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
