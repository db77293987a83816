export {
  countPositions,
  type HeightAndHash,
  type Location,
  positions,
  type TermAt,
  termBytes,
} from "./codec.js";
export type { LostWrites } from "./count-writes.js";
export type { Room } from "./database.js";
export { checkIdentity, type Identity, recordedSpec, writeIdentity } from "./identity.js";
export {
  type FileDamage,
  type FilesReport,
  inspectLevelFiles,
  inspectTable,
} from "./level-files/inspect.js";
export { fileMode, makeDirectory } from "./make-directory.js";
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
export { asStored, type Table, type TableKind } from "./table.js";
export * as table from "./tables.js";
export { upgradeLayout } from "./upgrade.js";
