/** Checks the files of any LevelDB, without opening it. */
export { inspectLevelFiles } from "./level-files/inspect.js";
export { isLocked } from "./linked-directory.js";
