/** Declares the limits of the package. */

/** The bytes of a message of the log. Servers accept one megabyte by default, and advise less. */
export const messageBytesMax = 512 * 1024;

/** The messages that a reader of a log requests at a time. */
export const messagesAtOnceMax = 500;

/** The milliseconds for which a server remembers the ids of messages, to recognize repetitions. */
export const repetitionMsMax = 120_000;

/** The milliseconds before a request to a server that did not answer is repeated. */
export const retryMs = 250;

/** The milliseconds a server has for an answer. */
export const answerMsMax = 2_000;

/** The number of times a lease is renewed within its lifetime. */
export const renewalsInLease = 3;

/**
 * Returns the milliseconds for which a node that did not seal leaves a log that was lost to the one that did. That one
 * may still wait for an answer of the servers from before, and then has to notice that its lease is gone.
 */
export const lostLogMs = (leaseMs: number): number => leaseMs + answerMsMax;

/** The lifetimes of a lease for which a node may hear nothing of the log before it counts as behind. */
export const lagPartOfLease = 2;

/** The messages behind the end of the log from which a node counts as catching up. */
export const catchingUpMessagesMin = 16;

/** The milliseconds for which one node may make a snapshot before another may begin. */
export const snapshotMsMax = 600_000;

/** The milliseconds that the sealer has for the answer to a request of another node. */
export const requestMsMax = 60_000;

/** The milliseconds for which a feed keeps a message, and the bytes it keeps. */
export const feedMsMax = 15 * 60_000;
export const feedBytesMax = 256 * 1024 * 1024;
