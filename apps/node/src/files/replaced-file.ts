/** Names the parts of a file or a folder that is replaced by a rename, once the new one is complete. */
import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

/** The maximum number of symbolic links to a file, as of Linux. */
const linksMax = 40;

/** Returns the target of a symbolic link; undefined for anything else, and for a name that no file can have. */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Returns an absolute path, without links to folders if its folder exists. */
function inRealFolder(path: string): string {
  try {
    return join(realpathSync.native(dirname(path)), basename(path));
  } catch {
    return resolve(path);
  }
}

/**
 * Returns the file or the folder behind symbolic links, which stay when it is replaced, also if it does not exist
 * (yet): a repair gives a folder another name for a moment. Of links that go round in a circle it returns one.
 */
export function behindLinks(name: string): string {
  // With a slash at its end, a name is that of what is behind the link.
  let path = name.replace(/(?<=.)\/+$/, "");
  for (let links = 0; links < linksMax; links++) {
    const target = targetOf(path);
    if (target === undefined) return inRealFolder(path);
    // Not normalized: `..` after a link to a folder leads to another folder than in the text.
    path = (isAbsolute(target) ? target : `${dirname(path)}/${target}`).replace(/(?<=.)\/+$/, "");
  }
  return path;
}

/** Returns the name under which a file is written first, so that an interruption leaves the previous one. */
export const unfinishedName = (file: string): string => `${file}.unfinished`;
