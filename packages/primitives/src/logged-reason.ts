import { counted } from "./counted.js";

/** The characters of a reason in a line of the log. */
const reasonLengthMax = 1024;

/** Returns a reason as the log shows it: the beginning, since a contract may give a megabyte. */
export const loggedReason = (reason: string): string =>
  reason.length <= reasonLengthMax
    ? reason
    : `${reason.slice(0, reasonLengthMax)}… of ${counted(reason.length, "character")}`;
