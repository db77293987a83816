// Finds programs of Debian for some tests, and installs them where that is possible.
import { spawnSync } from "node:child_process";

/** Maximum milliseconds of an installation. */
const installMsMax = 400_000;

/** @returns the path of the first that exists, or undefined. */
export function findProgram(...names) {
  for (const name of names) {
    const { status, stdout } = spawnSync("which", [name], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}

/** Installs a package unless its program exists. The tests report it if that fails. */
export function ensureProgram(name, packageName = name) {
  if (findProgram(name) === undefined) installPackage(packageName);
}

/** Installs only as root, and silently: the tests report missing programs. */
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
