export { type Chain, openChain } from "./chain.js";
export type { ChainOptions, Replication } from "./chain-options.js";
export {
  type AnnouncedHead,
  type ChainReader,
  type ChainReaderOptions,
  openChainReader,
} from "./chain-reader.js";
export { type ChainReport, checkChain, type OnProgress } from "./check/check-chain.js";
export type { Finding } from "./check/finding.js";
export type { EditRequest } from "./dev/edit-head.js";
export type { Edits } from "./dev/edits.js";
export { createGenesisSteps } from "./genesis/genesis.js";
export { encodeFacts } from "./import/block-facts.js";
export type { BlockRows } from "./import/block-rows.js";
export { envOf } from "./import/execute.js";
export type { DecodedBlock, LoggedBlock } from "./import/import-raw.js";
export type { Imported } from "./import/imported.js";
export { traceEnds } from "./index/index-keys.js";
export { type LogScan, logsOfBlock, scanLogs } from "./index/logs.js";
export { chainLimits, outsideLimits, poolLimits } from "./limits.js";
export {
  type BlockTemplate,
  type BuildSettings,
  minimumGasPriceAfter,
} from "./mining/build-block.js";
export type { MiningMode } from "./mining/miner.js";
export type { PendingBlock } from "./mining/pending.js";
export type { Impersonated } from "./pool/impersonated.js";
export type { Blocks } from "./reads/blocks.js";
export { blocksAtHeights } from "./reads/blocks-at-heights.js";
export { type ListedAccount, listAccounts } from "./reads/list-accounts.js";
export { suggestGasPrice } from "./reads/price.js";
export { sideBlocks } from "./reads/side-blocks.js";
export { assertTraceRange, type DecodedTraces, readTraces, type Traces } from "./reads/traces.js";
export {
  verifyBodyFact,
  verifyHashedFact,
  verifyHeaderFact,
  verifyLocation,
  verifyReceiptDetails,
  verifyReceiptsFact,
  verifySenders,
  verifyTotalDifficulty,
} from "./reads/verify-fact.js";
export { type Rebuilt, rebuildChain } from "./repair/rebuild-chain.js";
export { type Differences, replaceRows, restoreRows } from "./transfer/restore-rows.js";
export { dumpRows, readDump } from "./transfer/rows-stream.js";
