/** Builds screens from lines. */
import type { Screen } from "../menu/screens.js";

export type { Screen };

/** Builds a screen that keeps the session open. */
export const con = (...lines: readonly string[]): Screen => `CON ${lines.join("\n")}`;
/** Builds a screen that ends the session. */
export const end = (...lines: readonly string[]): Screen => `END ${lines.join("\n")}`;
