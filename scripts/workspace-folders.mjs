// Lists the folders of the workspace.
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns the folders of the packages and apps, relative to `root`. */
export const packageFolders = (root) =>
  ["packages", "apps"].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(group, name)),
  );

/** Returns the folders that have sources: those of the tests, the packages and the apps. */
export const sourceFolders = (root) => ["test", ...packageFolders(root)];
