/** Checks the files of any LevelDB, without opening it, and creates directories for one. */
export { inspectLevelFiles } from "./level-files/inspect.js";
export { isLocked } from "./linked-directory.js";
export { makeDirectory } from "./make-directory.js";
