import { statSync } from "node:fs";

/**
 * Returns whether users other than the owner have rights to a file or directory; false on Windows, whose
 * rights are not in the mode. @throws when it cannot be looked at.
 */
export const isOpenToOthers = (path: string): boolean =>
  process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0;
