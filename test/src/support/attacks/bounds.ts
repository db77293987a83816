/** What the probe holds a node to. */

/** Processor milliseconds that one hold of the event loop may last. */
export const holdMaxMs = 100;
