// Programs of Debian that some tests want: found, or installed where that can be done.
import { spawnSync } from "node:child_process";

/** Milliseconds an installation may take. */
const installMsMax = 400_000;

/** @returns path of the first that is there; undefined when none is. */
export function findProgram(...names) {
  for (const name of names) {
    const { status, stdout } = spawnSync("which", [name], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}

/** Installs a package unless its program is there. Leaves it to the tests to say what they miss. */
export function ensureProgram(name, packageName = name) {
  if (findProgram(name) === undefined) installPackage(packageName);
}

/** As root alone, and quietly when it fails: the tests say what they miss. */
export function installPackage(name) {
  if (process.getuid?.() !== 0) return;
  process.stderr.write(`Installing ${name} (once)…\n`);
  const options = {
    stdio: ["ignore", "ignore", 2],
    timeout: installMsMax,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  spawnSync("apt-get", ["update", "-q"], options);
  spawnSync("apt-get", ["install", "-qy", "--no-install-recommends", name], options);
}
