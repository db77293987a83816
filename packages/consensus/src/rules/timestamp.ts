import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/** A block is younger than its parent. */
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
