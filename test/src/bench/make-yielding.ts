/** Long work on the processor, which yields to the sockets now and then. */
import { setImmediate } from "node:timers/promises";

/** Pieces made in one time slice: some milliseconds. */
const piecesPerSlice = 20;

/** Makes `length` of something. A socket that was closed meanwhile is known to be. */
export async function makeYielding<T>(length: number, make: (i: number) => T): Promise<T[]> {
  const made: T[] = [];
  for (let i = 0; i < length; i++) {
    if (i % piecesPerSlice === 0) await setImmediate();
    made.push(make(i));
  }
  await setImmediate();
  return made;
}
