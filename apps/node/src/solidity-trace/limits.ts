/** Defines the limits of compiled contracts and of the stack traces that they give. */

/** The maximum bytes of a file of a compilation: large projects have 100 MB. */
export const buildInfoBytesMax: number = 256 * 1024 * 1024;
/**
 * The maximum heap of the thread that reads compilations, in megabytes: several times the text of a file.
 * Above it the thread ends, and there are no more stack traces.
 */
export const explainerHeapMbMax = 4096;
/** The maximum number of files of compilations in a folder; the newest are read. */
export const buildInfoFilesMax = 64;
/**
 * The maximum number of files of a folder whose times are compared before each failure, in about 25
 * milliseconds. Of a larger folder only its own time is: a file that is written again is not noticed there.
 */
export const buildInfoTimesMax = 1024;
/** The maximum number of entries of a stack trace; those between both ends are left out. */
export const stackEntriesMax = 32;
/**
 * The maximum number of failures that wait for their stack trace. Further ones are logged without, and
 * requests for their stack trace are refused.
 */
export const explanationsMax = 64;
