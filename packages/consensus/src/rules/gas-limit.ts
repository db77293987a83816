import { gasLimitBounds } from "../gas-limit.js";
import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/**
 * The gas limit stays within a 1,024th of the parent's and above the chain's minimum, unless a developer requested
 * this limit for the block.
 */
export const gasLimit: Rule = {
  needs: "parent",
  check({ header, parent, spec, requested }) {
    const found = header.gasLimit;
    if (found === requested?.gasLimit) return undefined;
    const { lowest, highest } = gasLimitBounds(parent);
    if (found < lowest) return violation("gas-limit/too-low", { expected: lowest, found });
    if (found > highest) return violation("gas-limit/too-high", { expected: highest, found });
    return found >= spec.minimumGasLimit
      ? undefined
      : violation("gas-limit/below-minimum", { expected: spec.minimumGasLimit, found });
  },
};
