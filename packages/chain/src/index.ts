export type { Blocks } from "./blocks.js";
export { encodeBody } from "./body.js";
export type { BlockTemplate, BuildSettings } from "./build-block.js";
export { type Chain, openChain } from "./chain.js";
export type { ChainOptions } from "./chain-options.js";
export { type ChainReport, checkChain, type OnProgress } from "./check/check-chain.js";
export type { Finding } from "./check/finding.js";
export type { Controls } from "./controls/controls.js";
export type { Placed } from "./controls/history.js";
export type { MineRequest } from "./controls/mine-run.js";
export type { Development } from "./development.js";
export type { EditRequest } from "./edit-head.js";
export type { Edits } from "./edits.js";
export { envOf } from "./execute.js";
export { createGenesis } from "./genesis.js";
export type { Impersonated } from "./impersonated.js";
export type { Executed, Imported } from "./import-block.js";
export { traceEnds } from "./index-keys.js";
export { chainLimits, outsideLimits, poolLimits } from "./limits.js";
export { type ListedAccount, listAccounts } from "./list-accounts.js";
export { logsOfBlock, scanLogs } from "./logs.js";
export type { BranchRequest, MinedBranch } from "./mine-branch.js";
export type { MiningMode } from "./miner.js";
export type { SubmittedWork } from "./outside-submission.js";
export type { PendingBlock } from "./pending.js";
export { suggestGasPrice } from "./price.js";
export { type Rebuilt, rebuildChain } from "./repair/rebuild-chain.js";
export { readTraces, type Traces } from "./traces.js";
export {
  verifyBodyFact,
  verifyCanonicalRow,
  verifyHashedFact,
  verifyHeaderFact,
  verifyLocation,
  verifyReceiptDetails,
  verifyReceiptsFact,
  verifySenders,
  verifyTotalDifficulty,
} from "./verify-fact.js";
export type { OfferedWork } from "./work-cache.js";
