/** Describes the damage of database files in sentences. */
import { counted, isOrAre } from "@tandem/primitives";
import {
  describeDamage,
  type FilesReport,
  isWriteRecordDamaged,
  lostWritesOf,
  type Reader,
  table,
  writeRecordFile,
} from "@tandem/store";

export interface FileFinding {
  /** The name of the file in the directory. */
  readonly file: string;
  /** The violated rule: one of `FileDamage`, `broken-end`, `missing`, or `behind` for lost writes. */
  readonly rule: string;
  readonly message: string;
}

/** @param report of a closed database. */
export function fileFindings(report: FilesReport): FileFinding[] {
  const damages = report.damages.map((damage) => ({
    file: damage.file,
    rule: damage.rule,
    message: describeDamage(damage),
  }));
  const ends = report.brokenLogs.map((file) => ({
    file,
    rule: "broken-end",
    message: `${file} ends in records with a wrong checksum: the last writes are lost`,
  }));
  const isToldApart = damages.some(({ file }) => file.endsWith(".log"));
  if (!report.isLogMissing || isToldApart) return [...damages, ...ends];
  const message = "the write-ahead log is missing: the last writes may be lost";
  return [...damages, ...ends, { file: "*.log", rule: "missing", message }];
}

/**
 * Returns the finding for acknowledged writes that the database lost.
 * @param directory of the database.
 */
export function lostWriteFinding(directory: string, store: Reader): FileFinding[] {
  if (isWriteRecordDamaged(directory)) {
    const message = `${writeRecordFile}, the record of the last write, is damaged: writes may be lost`;
    return [{ file: writeRecordFile, rule: "form", message }];
  }
  const lost = lostWritesOf(directory, readCount(store));
  if (lost === undefined) return [];
  const newest = lost.newest === undefined ? "" : `; the newest block was ${lost.newest.height}`;
  const writes = `${counted(lost.count, "write")} to the database ${isOrAre(lost.count)}`;
  const message = `the last ${writes} lost${newest}`;
  return [{ file: "*.log", rule: "behind", message }];
}

function readCount(store: Reader): bigint | undefined {
  try {
    return store.get(table.writeCount, "only");
  } catch {
    return undefined;
  }
}
