export type { Ancestry } from "./ancestry.js";
export * from "./difficulty.js";
export * from "./fork-choice.js";
export * from "./gas-limit.js";
export {
  type HeaderCheck,
  type HeaderResult,
  verifyHeaders,
} from "./headers/verify-headers.js";
export * from "./limits.js";
export * from "./merged-mining/coinbase.js";
export * from "./merged-mining/embedded-bitcoin.js";
export { forkDetectionData } from "./merged-mining/fork-detection.js";
export { grind } from "./merged-mining/grind.js";
export * from "./merged-mining/seal.js";
export { verifyMergedMining } from "./merged-mining/verify.js";
export * from "./merged-mining/work.js";
export {
  committedForkData,
  committedHash,
  hashForMergedMining,
} from "./merged-mining/work-hash.js";
export * from "./minimum-gas-price.js";
export { headerRules } from "./rules/index.js";
export type { HeaderContext, LoneContext, Rule } from "./rules/rule.js";
export { validateBody } from "./validate-body.js";
export { validateHeader } from "./validate-header.js";
export { validateUncles } from "./validate-uncles.js";
export type { Violation } from "./violation.js";
