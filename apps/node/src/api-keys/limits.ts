/** Limits of API keys. */

/** Keys that are valid at once: each has its figures in `/metrics`. */
export const apiKeysMax = 1000;
/** Bytes of the file they are in. */
export const apiKeysFileBytesMax: number = 4 * 1024 * 1024;
/** Characters of a key's name. */
export const keyNameMax = 64;
/** Milliseconds between two looks at the file. */
export const keysFilePollMs = 1000;
