/** Limits of the threads of a node. */

/** The number of ports that the system chooses for a thread until one is still free. */
export const portTriesMax = 16;

/** Milliseconds in which a thread must close its sockets and end. */
export const endMsMax = 30_000;

/** Milliseconds before a thread that does not listen is started again, which double from the first to the last. */
export const againMs = 250;
export const againMsMax = 30_000;
