/** Defines the limits that the probe applies to a node. */
import { createHash } from "node:crypto";

/** Processor milliseconds of a hold of the event loop that is short on any machine. The campaign, on an idle one, accepts no longer ones. */
export const holdMaxMs = 100;

/** The length of new memory that is written and hashed in less time than undivided work of the tests takes. */
const undividedBytes = 40_000_000;

/** Returns the processor milliseconds that work in one piece takes here and now. */
function undividedMs(): number {
  const before = process.cpuUsage();
  // A shared buffer has pages of its own, which the system provides when they are written, as those of a request.
  createHash("sha256")
    .update(new Uint8Array(new SharedArrayBuffer(undividedBytes)).fill(1))
    .digest();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Returns whether the event loop was held for less time than by work that is not divided. The same
 * work takes several times as long on a busy or slower machine, so that such work is done now.
 * @param holdMs processor milliseconds.
 */
export const isShortHold = (holdMs: number): boolean =>
  holdMs < holdMaxMs || holdMs < undividedMs();
