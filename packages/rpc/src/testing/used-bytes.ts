/** Measures the memory of this process in tests. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the bytes that are used after garbage was collected. */
export async function usedBytes(): Promise<number> {
  // Memory outside the heap is released after the collection that found it unused.
  for (let i = 0; i < 2; i++) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
