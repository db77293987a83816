import { counted } from "./counted.js";

/** The characters of a reason in a line of the log. */
const reasonLengthMax = 1024;

/** Returns a text of a limited number of characters: the beginning of a longer one, with its length. */
export const beginningOf = (text: string, lengthMax: number): string =>
  text.length <= lengthMax
    ? text
    : `${text.slice(0, lengthMax)}… of ${counted(text.length, "character")}`;

/** Returns a reason as the log shows it: the beginning, since a contract may give a megabyte. */
export const loggedReason = (reason: string): string => beginningOf(reason, reasonLengthMax);
