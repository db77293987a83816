// Finds the browser for the tests of the pages: Debian's, which is installed if it is missing and
// the machine permits it.
import { findProgram, installPackage } from "./debian-package.mjs";

/** @returns its path, or undefined if there is none. */
export const findChromium = () =>
  findProgram("chromium", "chromium-browser", "google-chrome-stable");

/** Installs the browser. The tests report it if that fails. */
export function ensureChromium() {
  if (findChromium() === undefined) installPackage("chromium");
}
