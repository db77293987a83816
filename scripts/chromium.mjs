// The browser the tests of the pages want: Debian's, installed when it is missing and can be.
import { findProgram, installPackage } from "./debian-package.mjs";

/** @returns its path; undefined when there is none. */
export const findChromium = () =>
  findProgram("chromium", "chromium-browser", "google-chrome-stable");

/** Leaves it to the tests to say what they miss. */
export function ensureChromium() {
  if (findChromium() === undefined) installPackage("chromium");
}
