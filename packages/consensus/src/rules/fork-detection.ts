import { isEqual } from "@tandem/primitives";
import { forkDataHeightMin, forkDetectionData } from "../merged-mining/fork-detection.js";
import { committedForkData } from "../merged-mining/work-hash.js";
import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/**
 * The tag's twelve bytes are those of this branch (RSKIP-110). The first block with them, 449, is
 * not compared, as on the public network.
 */
export const forkDetection: Rule = {
  needs: "ancestors",
  check({ header, ancestry, rules }) {
    if (header.number <= forkDataHeightMin) return undefined;
    const expected = forkDetectionData(header.number, ancestry, rules);
    if (expected === undefined) return undefined;
    const found = committedForkData(header);
    if (found !== undefined && isEqual(found, expected)) return undefined;
    return violation("fork-detection/other-branch", found ? { expected, found } : { expected });
  },
};
