/** Bounds the warnings about posts that fail, which clients can make as many of as they send posts. */
import { relayLimits } from "./limits.js";
import type { Log } from "./log.js";

/**
 * Returns a log whose warnings are limited per period, which begins with the first of them. At its end, a line tells
 * how many were left out.
 */
export function limitWarnings(log: Log): Log {
  const { failureWarningsMax, failureWarningsMs } = relayLimits;
  let count = 0;
  const endPeriod = () => {
    const leftOut = count - failureWarningsMax;
    count = 0;
    if (leftOut > 0) log.warn(`posts went on failing: ${leftOut} more warnings were left out`);
  };
  return {
    info: (line) => log.info(line),
    warn: (line) => {
      if (count === 0) setTimeout(endPeriod, failureWarningsMs).unref();
      count += 1;
      if (count <= failureWarningsMax) log.warn(line);
    },
  };
}
