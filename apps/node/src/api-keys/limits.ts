/** Defines the limits of API keys. */

/** The maximum number of valid keys: each has its metrics in `/metrics`. */
export const apiKeysMax = 1000;
/** The maximum size of the key file in bytes. */
export const apiKeysFileBytesMax: number = 4 * 1024 * 1024;
/** The maximum number of characters of a key's name. */
export const keyNameMax = 64;
/** The milliseconds between two polls of the file. */
export const keysFilePollMs = 1000;
