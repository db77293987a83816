/** What the probe holds a node to. */

/** Processor milliseconds that one hold of the event loop may last, by the campaign on a quiet machine. */
export const holdMaxMs = 100;

/**
 * Processor milliseconds that it may last in the tests. The same work takes a busy or slower machine
 * several times as long; what the tests look for, work that is not divided at all, takes seconds.
 */
export const undividedHoldMs = 600;
