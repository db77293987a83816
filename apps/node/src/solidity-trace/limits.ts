/** Defines the limits of compiled contracts and of the stack traces that they give. */

/** The maximum bytes of a file of a compilation: large projects have 100 MB. */
export const buildInfoBytesMax: number = 256 * 1024 * 1024;
/**
 * The maximum heap of the thread that reads compilations, in megabytes: several times the text of a file.
 * Above it the thread ends.
 */
export const explainerHeapMbMax = 4096;
/**
 * The maximum number of times that a node starts this thread. One that has ended is started again for the next
 * failure, but compilations that are too large would end each of them after seconds of work.
 */
export const explainerStartsMax = 4;
/** The maximum number of files of compilations in a folder; the newest are read. */
export const buildInfoFilesMax = 64;
/**
 * The maximum number of files of a folder whose times are compared before each failure, in about 25
 * milliseconds. Of a larger folder only its own time is: a file that is written again is not noticed there.
 */
export const buildInfoTimesMax = 1024;
/**
 * The maximum characters of all values of a custom error, since a contract may give megabytes. What is beyond
 * them is cut, and the length of the value is told.
 */
export const errorValuesLengthMax = 16_384;
/** The maximum characters of the name of a function or a file in a stack trace. A longer one is cut in the same way. */
export const entryNameLengthMax = 1024;
/** The maximum characters of the text of an ABI in an answer. */
export const abiLengthMax = 1024 * 1024;
/** The maximum number of entries of a stack trace; those between both ends are left out. */
export const stackEntriesMax = 32;
/**
 * The maximum number of failures that wait for their stack trace. Further ones are logged without, and
 * requests for their stack trace are refused.
 */
export const explanationsMax = 64;
/** The maximum number of requests for a compiled contract that wait. Further ones are refused. */
export const contractRequestsMax = 64;
