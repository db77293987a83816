import { unclesMax } from "../limits.js";
import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/** A block counts at most ten uncles. */
export const uncleCount: Rule = {
  needs: "header",
  check: ({ header }) =>
    header.uncleCount <= unclesMax
      ? undefined
      : violation("uncle-count/too-many", { expected: unclesMax, found: header.uncleCount }),
};
