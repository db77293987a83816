/** Runs long computations that yield to the event loop. */
import { setImmediate } from "node:timers/promises";

/** Number of items in one time slice of some milliseconds. */
const piecesPerSlice = 20;

/** Creates `length` items, and yields in between so that closed sockets are noticed. */
export async function makeYielding<T>(length: number, make: (i: number) => T): Promise<T[]> {
  const made: T[] = [];
  for (let i = 0; i < length; i++) {
    if (i % piecesPerSlice === 0) await setImmediate();
    made.push(make(i));
  }
  await setImmediate();
  return made;
}
