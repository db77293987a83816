import { verifyMergedMining } from "../merged-mining/verify.js";
import type { Rule } from "./rule.js";

/** The header has a valid merged-mining proof: see `merged-mining/verify.ts` for the steps. */
export const mergedMining: Rule = {
  needs: "header",
  check: ({ header, rules, work }) => verifyMergedMining(header, rules, work ? { work } : {}),
};
