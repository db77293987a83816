/** Runs programs that import modules of this clone, in processes of their own. */
import { spawnSync } from "node:child_process";

const root = new URL("../../../../", import.meta.url);

/** Returns the URL of a file of the clone, quoted for a program. */
export const urlOf = (file: string) => JSON.stringify(new URL(file, root).href);

/** Runs a module with flags of Node. @returns its output, and that of errors. */
export const runModule = (program: string, flags: readonly string[] = []) =>
  spawnSync(process.execPath, [...flags, "--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
