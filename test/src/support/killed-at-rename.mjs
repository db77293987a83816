// Preloaded into a process that is to be killed beside one of its renames: KILL_AT=before:2, after:1.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [when, count] = (process.env.KILL_AT ?? "").split(":");
const rename = fs.renameSync;
let renames = 0;
fs.renameSync = (...args) => {
  renames++;
  if (when === "before" && renames === Number(count)) process.kill(process.pid, "SIGKILL");
  rename(...args);
  if (when === "after" && renames === Number(count)) process.kill(process.pid, "SIGKILL");
};
syncBuiltinESMExports();
