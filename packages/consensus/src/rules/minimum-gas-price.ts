import { minimumGasPriceBounds } from "../minimum-gas-price.js";
import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/**
 * The minimum gas price changes by at most 1 % of the parent's, or by 1 wei, unless this price was
 * requested for the block.
 */
export const minimumGasPrice: Rule = {
  needs: "parent",
  check({ header, parent, requested }) {
    const { lowest, highest } = minimumGasPriceBounds(parent);
    const found = header.minimumGasPrice;
    if (found === requested?.minimumGasPrice) return undefined;
    if (found < lowest) return violation("minimum-gas-price/too-low", { expected: lowest, found });
    if (found > highest)
      return violation("minimum-gas-price/too-high", { expected: highest, found });
    return undefined;
  },
};
