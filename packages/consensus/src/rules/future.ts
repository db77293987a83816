import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/** The rule that a block breaks which is valid later. */
export const tooEarly = "timestamp/in-future";

/** A block is not further ahead of the clock than the chain allows; zero allows any time. */
export const future: Rule = {
  needs: "header",
  check({ header, spec, nowSeconds }) {
    const { futureSecondsMax } = spec;
    if (futureSecondsMax === 0 || header.timestamp - nowSeconds <= futureSecondsMax)
      return undefined;
    return violation(tooEarly, {
      expected: nowSeconds + futureSecondsMax,
      found: header.timestamp,
    });
  },
};
