// Ends a program that `npm start` or another script of this package runs when npm is ended: npm passes a signal on to
// its shell, and the shell to nobody.
import { join } from "node:path";
import { root, setUp } from "./setup.mjs";

/** Shorter than the second in which a repeated signal does not interrupt a stop. */
const betweenLooksMs = 500;

/** It is read before a set-up begins, during which it may end. */
const shell = process.ppid;

/**
 * Sends this process a SIGTERM once the shell of npm that started it has ended. It does nothing without npm, in a
 * script of another package, and on Windows, where a process does not learn of it.
 */
export function endWithNpm() {
  const { npm_lifecycle_event: script, npm_package_json: manifest } = process.env;
  const isOurs = script !== undefined && manifest === join(root, "package.json");
  if (!isOurs || process.platform === "win32") return;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, betweenLooksMs);
  timer.unref();
}

/**
 * Sets up what is missing, as `setUp` does, for a program that then ends with the npm that started it.
 * @param {string[]} projects folders to build, with everything that they depend on.
 */
export function setUpForNpm(...projects) {
  setUp(...projects);
  endWithNpm();
}
