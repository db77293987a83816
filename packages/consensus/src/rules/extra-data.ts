import { extraDataBytesMax } from "../limits.js";
import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/** Extra data is at most 32 bytes. */
export const extraData: Rule = {
  needs: "header",
  check: ({ header }) =>
    header.extraData.length <= extraDataBytesMax
      ? undefined
      : violation("extra-data/too-long", {
          expected: extraDataBytesMax,
          found: header.extraData.length,
        }),
};
