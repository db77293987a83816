/** Defines the limits that the probe applies to a node. */

/** Maximum processor milliseconds of one hold of the event loop, in the campaign on an idle machine. */
export const holdMaxMs = 100;

/**
 * Maximum processor milliseconds of one hold in the tests. The same work takes several times as
 * long on a busy or slower machine. The tests look for work that is not divided at all, of sizes
 * that take longer.
 */
export const undividedHoldMs = 250;
