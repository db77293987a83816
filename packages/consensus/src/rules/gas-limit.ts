import { gasLimitBounds } from "../gas-limit.js";
import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/** The gas limit stays within a 1,024th of the parent's and above the chain's minimum. */
export const gasLimit: Rule = {
  needs: "parent",
  check({ header, parent, spec }) {
    const found = header.gasLimit;
    const { lowest, highest } = gasLimitBounds(parent);
    if (found < lowest) return violation("gas-limit/too-low", { expected: lowest, found });
    if (found > highest) return violation("gas-limit/too-high", { expected: highest, found });
    return found >= spec.minimumGasLimit
      ? undefined
      : violation("gas-limit/below-minimum", { expected: spec.minimumGasLimit, found });
  },
};
