/** Declares the limits of the package. */

/** The maximum bytes of a file of credentials: two keys and a token of some hundred characters each. */
export const credentialsBytesMax: number = 1024 * 1024;

/**
 * The maximum bytes of a message of the log. Servers accept one megabyte by default, and recommend
 * less.
 */
export const messageBytesMax = 512 * 1024;

/** The bytes that a server must accept in a message beside its body: headers with the id of a record. */
const messageHeadBytesMax = 4 * 1024;

/** The minimum bytes of a message that a server must accept (`max_payload`). */
export const serverBytesMin = messageBytesMax + messageHeadBytesMax;

/**
 * The maximum bytes of a record: of a block with its facts, or of blocks that a log lacked. A reader
 * has all parts of a record in memory.
 */
export const recordBytesMax = 512 * 1024 * 1024;

/** The maximum number of messages of a record. */
export const recordPartsMax = recordBytesMax / messageBytesMax;

/** The maximum number of epochs between two records that a node reads: of elections for many days, one each second. */
export const epochStepMax = 1_000_000;

/** The number of messages that a reader of a log requests at a time. */
export const messagesAtOnceMax = 500;

/**
 * The milliseconds after which a server that has no message tells its reader so. A reader that misses two of these opens
 * another consumer: a server that ends may have held its consumer, and not its connection.
 */
export const heartbeatMs = 2_000;

/** The milliseconds before a request to a server that did not answer is repeated. */
export const retryMs = 250;

/** The refusals to store a message, as while servers elect a leader, after which the node names their reason. */
export const refusalsUntold = 3;

/** The requests that a user of the servers has no permission for and that the node names, on one connection. */
export const deniedToldMax = 8;

/** The maximum milliseconds for the answer of a server. */
export const answerMsMax = 2_000;

/**
 * The milliseconds between two questions whether a server is still there, and the number of answers that may be missing. A
 * server that lost its power or its network closes no connection: without an answer the node connects to another one.
 */
export const pingMs = 2_000;
export const pingsUnansweredMax = 2;

/** The maximum milliseconds for servers that have just started to answer a node that joins. */
export const openingMsMax = 60_000;

/** The number of times a lease is renewed within its lifetime. */
export const renewalsInLease = 3;

/**
 * Returns the milliseconds for which other nodes leave a lost log to the node that sealed. That
 * node may still wait for an answer of the servers from before the loss, and must then detect that
 * its lease has expired. Then it asks for the bounds of the log and for the lease, and servers that
 * have just begun without data may answer late to each.
 */
export const lostLogMs = (leaseMs: number): number => leaseMs + 3 * answerMsMax;

/** The number of lease lifetimes without news of the log after which a node counts as behind. */
export const lagPartOfLease = 2;

/** The minimum number of messages behind the end of the log at which a node counts as catching up. */
export const catchingUpMessagesMin = 16;

/** The number of lost logs whose newest records a node remembers until the log is filled. */
export const lostHeadsMax = 4;

/**
 * The number of messages at the end of the log in which a node looks for its own head: more than there are blocks beside
 * the chain that nodes bring back to a log that was lost.
 */
export const ownRecordsMax = 512;

/** The milliseconds without a sign of life of a node that creates a snapshot after which another may begin. */
export const snapshotMsMax = 600_000;

/** The milliseconds without the next piece of a snapshot after which a node gives up reading it. */
export const snapshotPieceMsMax = 60_000;

/** The maximum milliseconds for the sealer's answer to a request of another node. */
export const requestMsMax = 60_000;

/**
 * The maximum bytes of the sealer's answer to a request of another node, which has all of it in memory. A text of V8 is not
 * longer.
 */
export const answerBytesMax: number = 512 * 1024 * 1024;

/** The milliseconds for which a feed stores a message, and the maximum bytes that it stores. */
export const feedMsMax = 15 * 60_000;
export const feedBytesMax = 256 * 1024 * 1024;
/** The milliseconds after which pending transactions are published again, before they expire. */
export const feedRepeatMs = feedMsMax / 3;
