/** A screen from its lines. */
import type { Screen } from "../menu/screens.js";

export type { Screen };

/** The session goes on. */
export const con = (...lines: readonly string[]): Screen => `CON ${lines.join("\n")}`;
/** The session ends. */
export const end = (...lines: readonly string[]): Screen => `END ${lines.join("\n")}`;
