/** Records that a command has served: most of an app's code is compiled then, and worth keeping for the next start. */

let served = false;

/** Records that this process has begun to serve. */
export function noteServed(): void {
  served = true;
}

/** Returns whether this process has served. */
export const hasServed = (): boolean => served;
