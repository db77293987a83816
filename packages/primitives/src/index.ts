export * from "./account.js";
export * from "./block/block.js";
export * from "./block/block-ref.js";
export { decodeBlockHeaders, decodeHeader, headerFromFields } from "./block/decode-header.js";
export * from "./block/header.js";
export * from "./block/stored-body.js";
export type * from "./bytes/brands.js";
export * from "./bytes/bytes.js";
export * from "./bytes/bytes-key.js";
export { hasRightChecksum, toChecksum } from "./bytes/checksum.js";
export { createBytesCutter, shortLivedBytes } from "./bytes/cut-bytes.js";
export * from "./bytes/hash.js";
export * from "./bytes/hex.js";
export { createPassing } from "./bytes/passed-bytes.js";
export * from "./bytes/remembered-hash.js";
export { sharedBytes } from "./bytes/shared-bytes.js";
export type * from "./call-request.js";
export * from "./counted.js";
export * from "./failure-explanation.js";
export * from "./fault.js";
export * from "./json-object.js";
export * from "./logged-reason.js";
export type * from "./node-api/branches.js";
export type * from "./node-api/cluster-status.js";
export type * from "./node-api/controls.js";
export { miningTimesOf } from "./node-api/controls.js";
export type * from "./node-api/impersonation.js";
export type * from "./node-api/outside-work.js";
export * from "./receipt/block-logs-view.js";
export * from "./receipt/bloom.js";
export * from "./receipt/filter.js";
export type * from "./receipt/log.js";
export * from "./receipt/prices-paid.js";
export * from "./receipt/receipt.js";
export { ReceiptsAhead, type ReceiptsOutcome } from "./receipt/receipts-ahead.js";
export {
  logCount,
  openReceipts,
  openReceiptsSteps,
  readLogsSteps,
  storedIndexedLogs,
} from "./receipt/stored-receipts.js";
export {
  type ReceiptsResult,
  storedReceiptsRootSteps,
  summarizeReceipts,
} from "./receipt/stored-receipts-root.js";
export { EncodedList } from "./rlp/encoded-list.js";
export { RlpCursor } from "./rlp/rlp-cursor.js";
export { type RlpPart, rlpListContent, rlpParts } from "./rlp/rlp-items.js";
export * from "./rlp/rlp-list.js";
export { typedDataLimits } from "./signing/limits.js";
export { personalMessageDigest } from "./signing/personal-message.js";
export * from "./signing/signature.js";
export {
  type StructTypes,
  type TypedData,
  type TypedDataMember,
  typedDataDigest,
} from "./signing/typed-data.js";
export type * from "./simulation.js";
export { commonAt, commonOf, type EvmChain, evmCommon } from "./spec/evm-common.js";
export { type OpenMember, readSpec, type SpecFile } from "./spec/file.js";
export { genesisGasLimitProblem, minimumGasLimitFrom } from "./spec/genesis-gas-limit.js";
export {
  chainIdMax,
  codeSizeLimitMax,
  codeSizeLimitMin,
  gasLimitMax,
  gethMinimumGasLimit,
  givenCodeBytesMax,
  timestampMax,
} from "./spec/limits.js";
export * from "./spec/networks.js";
export * from "./spec/rules.js";
export * from "./spec/spec.js";
export * from "./state-not-loaded.js";
export type * from "./state-reader.js";
export type * from "./sync-status.js";
export type * from "./trace/call-usage.js";
export type * from "./trace/debug-trace.js";
export * from "./trace/failed-execution.js";
export * from "./trace/outermost-call.js";
export {
  openTracesSteps,
  restoreTraces,
  restoreTracesSteps,
  type StoredTraces,
  storedTraceEnds,
  type TraceEnds,
} from "./trace/stored-traces.js";
export * from "./trace/trace.js";
export { create2Address, creationAddress } from "./transaction/creation-address.js";
export { delegateOf, delegationPrefix, isEmptyOrDelegation } from "./transaction/delegation.js";
export * from "./transaction/development-signature.js";
export { libraryRefusal } from "./transaction/library-refusal.js";
export { recoveredTogetherMin, recoverSenders } from "./transaction/sender-recovery.js";
export * from "./transaction/transaction.js";
export {
  createTransaction,
  isLegacy,
  signTransaction,
  type UnsignedFields,
} from "./transaction/unsigned-transaction.js";
export {
  emptyTrieRoot,
  orderedTrieProofSteps,
  orderedTrieRoot,
  orderedTrieSteps,
} from "./trie/ordered-trie.js";
export { orderedTrieRootYielding } from "./worker/hashing-thread.js";
