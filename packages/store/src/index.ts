export {
  countPositions,
  type HeightAndHash,
  type IndexKeyAt,
  indexKeyBytes,
  type Location,
  positions,
} from "./codec.js";
export { type LostWrites, lostWritesOf } from "./count-writes.js";
export type { FreeSpace } from "./database.js";
export { describeDamage } from "./directory.js";
export {
  checkIdentity,
  hasRulesOf,
  type Identity,
  recordedSpec,
  writeIdentity,
} from "./identity.js";
export {
  type FileDamage,
  type FilesReport,
  inspectLevelFiles,
} from "./level-files/inspect.js";
export { salvageDatabase, salvagedRows } from "./level-files/salvage.js";
export { fileMode, makeDirectory } from "./make-directory.js";
export { readFormerNames } from "./renamed-tables.js";
export { loadRowDigest, rowDigest, rowDigestBytes } from "./row-digest.js";
export {
  type Batch,
  type OpeningReport,
  openStore,
  type Range,
  type Reader,
  type Store,
  type StoreOptions,
  type StoreSnapshot,
} from "./store.js";
export { asRaw, asStored, type Table, type TableKind } from "./table.js";
export * as table from "./tables.js";
export { upgradeLayout } from "./upgrade.js";
export { openWorkspace, type Workspace } from "./workspace.js";
export { isWriteRecordDamaged, writeRecordFile } from "./write-record.js";
