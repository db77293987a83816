// Preloaded into a process that fails at one of its renames: KILL_AT=before:2 and after:2 kill it
// there, and busy:2 makes that rename fail like the one of a mount.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [when, count] = (process.env.KILL_AT ?? "").split(":");
const rename = fs.renameSync;
let renames = 0;
fs.renameSync = (...args) => {
  const isNow = ++renames === Number(count);
  if (isNow && when === "before") process.kill(process.pid, "SIGKILL");
  if (isNow && when === "busy") {
    throw Object.assign(new Error("EBUSY: resource busy or locked"), { code: "EBUSY" });
  }
  rename(...args);
  if (isNow && when === "after") process.kill(process.pid, "SIGKILL");
};
syncBuiltinESMExports();
