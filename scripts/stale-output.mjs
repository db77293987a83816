// Removes compiled modules whose source was renamed or deleted: the compiler leaves them in `dist`, where an import
// or the test runner would still find them.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sourceFolders } from "./workspace-folders.mjs";

/** Matches the compiler's output for one module: `name.js`, `name.d.ts` and their maps. */
const output = /^(.+?)(?:\.d\.ts|\.js)(?:\.map)?$/;

/** Returns the paths, relative to `dist`, of compiled files of a package without a source in `src`. */
export function staleOutput(folder) {
  const list = (name) =>
    existsSync(join(folder, name)) ? readdirSync(join(folder, name), { recursive: true }) : [];
  const sources = new Set(list("src"));
  return list("dist").filter((name) => {
    const module = output.exec(name)?.[1];
    return module !== undefined && !sources.has(`${module}.ts`) && !sources.has(`${module}.tsx`);
  });
}

/** Removes the stale compiled files of every package below `root`, and of the tests. */
export function removeStaleOutput(root) {
  for (const folder of sourceFolders(root).map((name) => join(root, name))) {
    for (const name of staleOutput(folder)) rmSync(join(folder, "dist", name));
  }
}
