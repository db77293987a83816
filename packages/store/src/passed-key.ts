/** Passes keys to LevelDB. */

/** Up to this length V8 keeps bytes in its heap, from where native code cannot read them. */
const inHeapMax = 64;

const outside = new ArrayBuffer(inHeapMax);
/** Views of the same memory, by length. */
const views = Array.from(
  { length: inHeapMax + 1 },
  (_, length) => new Uint8Array(outside, 0, length),
);

/**
 * Returns a key in memory that native code can read. V8 would move each short one there for good,
 * which takes longer than to write it.
 * @returns bytes that are valid until the next call: LevelDB, and the database in memory, copy them.
 */
export function passedKey(key: Uint8Array): Uint8Array {
  const view = views[key.length];
  if (view === undefined) return key;
  view.set(key);
  return view;
}
