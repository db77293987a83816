/** Bounds of a dumped state. */

/** Bytes of JSON a compressed dump may come to. */
export const dumpBytesMax = 512 * 1024 * 1024;

/**
 * Accounts and slots, together, of a state that a client brings. While they are hashed and written each
 * takes some four kilobytes, and a node holds no more of them beside its other work; a larger state is
 * for `--load-state`, before anybody is served.
 */
export const loadedEntriesMax = 200_000;
