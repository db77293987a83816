import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/** The timestamp of a block is higher than its parent's. */
export const timestamp: Rule = {
  needs: "parent",
  check: ({ header, parent }) =>
    header.timestamp > parent.timestamp
      ? undefined
      : violation("timestamp/not-after-parent", {
          expected: `above ${parent.timestamp}`,
          found: header.timestamp,
        }),
};
