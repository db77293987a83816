/** Bounds of a dumped state. */

/** Bytes of JSON a compressed dump may come to. */
export const dumpBytesMax = 512 * 1024 * 1024;
