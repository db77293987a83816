import { nextDifficulty } from "../difficulty.js";
import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/** The difficulty follows from the parent, the time between, and the number of uncles. */
export const difficulty: Rule = {
  needs: "parent",
  check({ header, parent, spec }) {
    const { timestamp, uncleCount } = header;
    const expected = nextDifficulty({ parent, timestamp, uncleCount, spec });
    return header.difficulty === expected
      ? undefined
      : violation("difficulty/not-computed", { expected, found: header.difficulty });
  },
};
