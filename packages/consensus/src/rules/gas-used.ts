import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/** A block uses no more gas than its limit. */
export const gasUsed: Rule = {
  needs: "header",
  check: ({ header }) =>
    header.gasUsed <= header.gasLimit
      ? undefined
      : violation("gas-used/above-limit", { expected: header.gasLimit, found: header.gasUsed }),
};
