import { hashHeader, isEqual } from "@tandem/primitives";
import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/** A block names its parent by hash, and its height is one more. */
export const parentLink: Rule = {
  needs: "parent",
  check({ header, parent, ancestry }) {
    const expected = ancestry.hash(parent.number) ?? hashHeader(parent);
    if (!isEqual(header.parentHash, expected)) {
      return violation("parent-link/hash", { expected, found: header.parentHash });
    }
    return header.number === parent.number + 1
      ? undefined
      : violation("parent-link/number", { expected: parent.number + 1, found: header.number });
  },
};
