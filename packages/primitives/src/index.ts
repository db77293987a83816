export type * from "./account.js";
export * from "./block.js";
export * from "./block-logs-view.js";
export * from "./block-logs-view.js";
export type * from "./block-ref.js";
export * from "./bloom.js";
export type * from "./brands.js";
export * from "./bytes.js";
export * from "./bytes-key.js";
export type * from "./call-request.js";
export type * from "./debug-trace.js";
export { decodeBlockHeaders, decodeHeader, headerFromFields } from "./decode-header.js";
export * from "./development-signature.js";
export { commonAt, commonOf, type EvmChain, evmCommon } from "./evm-common.js";
export * from "./fault.js";
export * from "./filter.js";
export * from "./hash.js";
export { recoverSenders } from "./hashing-thread.js";
export * from "./header.js";
export * from "./hex.js";
export type * from "./log.js";
export {
  emptyTrieRoot,
  orderedTrieProof,
  orderedTrieProofSteps,
  orderedTrieRoot,
} from "./ordered-trie.js";
export * from "./receipt.js";
export * from "./remembered-hash.js";
export { RlpCursor } from "./rlp-cursor.js";
export { hasMoreItems, type RlpPart, rlpListContent, rlpParts } from "./rlp-items.js";
export * from "./rlp-list.js";
export * from "./signature.js";
export { type OpenMember, parseSpec, readSpec, type SpecFile } from "./spec/file.js";
export { codeSizeLimitMax, codeSizeLimitMin } from "./spec/limits.js";
export * from "./spec/networks.js";
export * from "./spec/rules.js";
export * from "./spec/spec.js";
export * from "./state-not-loaded.js";
export type * from "./state-reader.js";
export { storedReceiptsRoot } from "./stored-receipts-root.js";
export { openTraces, restoreTraces, type StoredTraces } from "./stored-traces.js";
export type * from "./sync-status.js";
export * from "./trace.js";
export * from "./transaction.js";
