export {
  type BlockTemplate,
  type BuildSettings,
  minimumGasPriceAfter,
  unsealedHeader,
} from "./building/build-block.js";
export type { PendingBlock } from "./building/pending.js";
export { type Chain, openChain } from "./chain.js";
export type { ChainOptions, MiningMode, Replication } from "./chain-options.js";
export {
  type AnnouncedHead,
  type ChainReader,
  type ChainReaderOptions,
  openChainReader,
} from "./chain-reader.js";
export { type ChainReport, checkChain, type OnProgress } from "./check/check-chain.js";
export type { Finding } from "./check/finding.js";
export { createGenesisSteps } from "./genesis/genesis.js";
export { encodeFacts } from "./import/block-facts.js";
export type { EditRequest } from "./import/edit-head.js";
export { envOf } from "./import/execute.js";
export type { DecodedBlock, LoggedBlock } from "./import/import-raw.js";
export type { Imported } from "./import/imported.js";
export { chainLimits, outsideLimits, poolLimits } from "./limits.js";
export type { Impersonated } from "./pool/impersonated.js";
export type { Blocks } from "./reads/blocks.js";
export { type ListedAccount, listAccounts } from "./reads/list-accounts.js";
export { type LogScan, logsOfBlock, scanLogs } from "./reads/logs.js";
export { suggestGasPrice } from "./reads/price.js";
export { sideBlocks } from "./reads/side-blocks.js";
export { assertTraceRange, type DecodedTraces, readTraces, type Traces } from "./reads/traces.js";
export { type Rebuilt, rebuildChain } from "./repair/rebuild-chain.js";
export type { BlockRows } from "./rows/block-rows.js";
export { blocksAtHeights } from "./rows/blocks-at-heights.js";
export type { Edits } from "./rows/edits.js";
export {
  verifyBodyFact,
  verifyHashedFact,
  verifyHeaderFact,
  verifyLocation,
  verifyReceiptDetails,
  verifyReceiptsFact,
  verifySenders,
  verifyTotalDifficulty,
} from "./rows/verify-fact.js";
export { traceEnds } from "./search-index/index-keys.js";
export { type Differences, replaceRows, restoreRows } from "./transfer/restore-rows.js";
export { dumpRows, readDump } from "./transfer/rows-stream.js";
