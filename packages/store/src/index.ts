export { type LostWrites, lostWritesOf } from "./count-writes.js";
export { hasKeptLogs } from "./database/kept-logs.js";
export type { FreeSpace, Sharing } from "./database/writable-database.js";
export { describeDamage, mayHoldRows } from "./directory.js";
export {
  checkIdentity,
  hasRulesOf,
  type Identity,
  identityDifferences,
  isNewDatabase,
  recordedGenesisTime,
  recordedSpec,
  writeIdentity,
} from "./layout/identity.js";
export { readFormerNames } from "./layout/renamed-tables.js";
export { upgradeLayout } from "./layout/upgrade.js";
export {
  type FileDamage,
  type FilesReport,
  inspectLevelFiles,
} from "./level-files/inspect.js";
export { fileMode, makeDirectory, makeTemporaryDirectory } from "./make-directory.js";
export type { Range, Reader } from "./reader.js";
export { salvageDatabase, salvagedRows } from "./salvage.js";
export {
  type Batch,
  type OpeningReport,
  openSharedStore,
  openStore,
  type ReadableStore,
  type Store,
  type StoreOptions,
  type StoreSnapshot,
} from "./store.js";
export {
  countPositions,
  type HeightAndHash,
  heightMax,
  type IndexKeyAt,
  indexKeyBytes,
  type Location,
  positions,
} from "./tables/codec.js";
export {
  rawRows,
  type Table,
  type TableKind,
  type TableView,
} from "./tables/table.js";
export * as table from "./tables/tables.js";
export { traceRowOf, verifyDigestedTraces } from "./tables/trace-row.js";
export { openWorkspace, type Workspace } from "./workspace.js";
export { isWriteRecordDamaged, writeRecordFile } from "./write-record.js";
