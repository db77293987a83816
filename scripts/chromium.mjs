// The browser the tests of the pages want: Debian's, installed when it is missing and can be.
import { spawnSync } from "node:child_process";

const names = ["chromium", "chromium-browser", "google-chrome-stable"];
/** Milliseconds an installation may take. */
const installMsMax = 400_000;

/** @returns its path; undefined when there is none. */
export function findChromium() {
  for (const name of names) {
    const { status, stdout } = spawnSync("which", [name], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}

/** Leaves it to the tests to say what they miss. */
export function ensureChromium() {
  const isRoot = process.getuid?.() === 0;
  if (findChromium() !== undefined || !isRoot) return;
  process.stderr.write("Installing chromium (once)…\n");
  const options = {
    stdio: ["ignore", "ignore", 2],
    timeout: installMsMax,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  spawnSync("apt-get", ["update", "-q"], options);
  spawnSync("apt-get", ["install", "-qy", "--no-install-recommends", "chromium"], options);
}
