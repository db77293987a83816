export type { Ancestry } from "./ancestry.js";
export * from "./choose-uncles.js";
export * from "./difficulty.js";
export * from "./fork-choice.js";
export {
  type AlertLevel,
  type AlertRule,
  alertName,
  alertRules,
  type Fork,
  type ForkPace,
} from "./fork-monitor/fork.js";
export type { Witness } from "./fork-monitor/hidden-branch.js";
export {
  type MainChain,
  type MainChainBlock,
  mainChainBlock,
  mainChainBlockOf,
} from "./fork-monitor/main-chain.js";
export {
  ForkMonitor,
  noCounts,
  type Observation,
  type ObservationKind,
} from "./fork-monitor/monitor.js";
export * from "./fork-monitor/observed-block.js";
export { type ForkRange, heightsToPlace } from "./fork-monitor/placement.js";
export * from "./gas-limit.js";
export { headersOfBlockJson, isBlockJson } from "./headers/block-json.js";
export type { HeaderCheck, HeaderResult } from "./headers/check-header.js";
export { type BlockHeaderResult, verifyBlocks } from "./headers/verify-blocks.js";
export { verifyHeaders } from "./headers/verify-headers.js";
export * from "./limits.js";
export * from "./merged-mining/coinbase.js";
export * from "./merged-mining/embedded-bitcoin.js";
export {
  forkDataHeightMin,
  forkDetectionData,
  uncleWindow,
  vectorHeights,
} from "./merged-mining/fork-detection.js";
export { grind } from "./merged-mining/grind.js";
export * from "./merged-mining/proof-parts.js";
export * from "./merged-mining/proof-steps.js";
export * from "./merged-mining/seal.js";
export * from "./merged-mining/submission.js";
export * from "./merged-mining/tag.js";
export { verifyMergedMining, type WorkCheck } from "./merged-mining/verify.js";
export * from "./merged-mining/work.js";
export {
  committedForkData,
  committedHash,
  hashForMergedMining,
} from "./merged-mining/work-hash.js";
export * from "./minimum-gas-price.js";
export { tooEarly } from "./rules/future.js";
export { headerRules } from "./rules/index.js";
export type { HeaderContext, LoneContext, RequestedFields, Rule } from "./rules/rule.js";
export { validateBody } from "./validate-body.js";
export { validateHeader } from "./validate-header.js";
export {
  oldestUncleHeight,
  type UncleCheck,
  type UnclePlace,
  validateUncles,
} from "./validate-uncles.js";
export { type Violation, violation } from "./violation.js";
