// Finds the browser for the tests of the pages: Debian's, which is installed if it is missing and
// the machine permits it. The shell without windows takes half of the processor time.
import { findProgram, installPackage } from "./debian-package.mjs";

const shell = "chromium-headless-shell";
const withWindows = ["chromium", "chromium-browser", "google-chrome-stable"];

/** @returns the path of the browser for tests, or undefined if there is none. */
export const findChromium = () => findProgram(shell, ...withWindows);

/** @returns the path of the browser for measurements, which users have, or of the other one. */
export const findWholeChromium = () => findProgram(...withWindows, shell);

/** Returns whether a browser is the shell. */
export const isShell = (path) => path.endsWith(shell);

/** Installs the browser. The tests report it if that fails. */
export function ensureChromium() {
  if (findProgram(shell) === undefined) installPackage(shell);
}
