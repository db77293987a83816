/** Counts the keys of a database. */
import { relayLimits } from "../limits.js";

/** The part of an iterator of LevelDB that is used here. */
interface Keys {
  nextv(size: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Counts keys by reading them in batches, and closes their iterator. */
export async function countKeys(iterator: Keys): Promise<number> {
  try {
    let count = 0;
    for (let read = -1; read !== 0; count += Math.max(read, 0)) {
      read = (await iterator.nextv(relayLimits.sweepRows)).length;
    }
    return count;
  } finally {
    await iterator.close();
  }
}
