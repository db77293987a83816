/** Defines the limits of compiled contracts and of the stack traces that they give. */

/** The maximum bytes of a file of a compilation: large projects have 100 MB. */
export const buildInfoBytesMax: number = 256 * 1024 * 1024;
/** The maximum number of files of compilations in a folder; the newest are read. */
export const buildInfoFilesMax = 64;
/** The maximum number of entries of a stack trace; those between both ends are left out. */
export const stackEntriesMax = 32;
/** The maximum number of failures that wait for their stack trace. Further ones are logged without. */
export const explanationsMax = 64;
