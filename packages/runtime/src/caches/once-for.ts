/** Remembers what was computed of an object, as long as the object exists. */

/** @returns a function that calls `compute` once for each object, which must not change. */
export function onceFor<Key extends object, Value extends NonNullable<unknown>>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute(key);
      known.set(key, value);
    }
    return value;
  };
}
