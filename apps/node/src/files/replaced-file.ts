/** Names the parts of a file that is replaced by a rename, once the new one is complete. */
import { existsSync, realpathSync } from "node:fs";

/**
 * Returns the file behind symbolic links, which stay when it is replaced; the name itself of a new file.
 * @throws the error of the file system for links that cannot be followed.
 */
export const behindLinks = (file: string): string => (existsSync(file) ? realpathSync(file) : file);

/** Returns the name under which a file is written first, so that an interruption leaves the previous one. */
export const unfinishedName = (file: string): string => `${file}.unfinished`;
