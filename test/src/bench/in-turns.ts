/** Long work on the processor, with a turn for the sockets now and then. */
import { setImmediate } from "node:timers/promises";

/** Pieces made before others have a turn: some milliseconds. */
const piecesATurn = 20;

/** Makes `length` of something. A socket that was closed meanwhile is known to be. */
export async function madeInTurns<T>(length: number, make: (i: number) => T): Promise<T[]> {
  const made: T[] = [];
  for (let i = 0; i < length; i++) {
    if (i % piecesATurn === 0) await setImmediate();
    made.push(make(i));
  }
  await setImmediate();
  return made;
}
