/** Determines the files of a LevelDB from the edits in its manifest. */
import { BytesReader } from "./varint.js";

export interface LevelFiles {
  /** Number of the oldest write-ahead log that is not in the tables yet; 0 if there is none. */
  readonly logNumber: number;
  /** Sizes of the table files in bytes, by number. */
  readonly tables: ReadonlyMap<number, number>;
}

/** Tags of the fields of an edit. */
const tag = {
  comparator: 1,
  logNumber: 2,
  nextFileNumber: 3,
  lastSequence: 4,
  compactPointer: 5,
  deletedFile: 6,
  newFile: 7,
  previousLogNumber: 9,
} as const;

/** The fields without which LevelDB does not open a database: those of a manifest whose end is lost. */
const needed = [tag.logNumber, tag.nextFileNumber, tag.lastSequence] as const;

/**
 * Applies the edits. @param edits records of the manifest. @throws {RangeError} when they are not
 * edits, or not all that a database has.
 */
export function filesOf(edits: readonly Uint8Array[]): LevelFiles {
  const tables = new Map<number, number>();
  const found = new Set<number>();
  let logNumber = 0;
  for (const edit of edits) {
    const reader = new BytesReader(edit);
    while (!reader.isAtEnd) {
      const field = reader.varint();
      found.add(field);
      switch (field) {
        case tag.comparator:
          reader.slice();
          break;
        case tag.logNumber:
          logNumber = reader.varint();
          break;
        case tag.nextFileNumber:
        case tag.lastSequence:
        case tag.previousLogNumber:
          reader.varint();
          break;
        case tag.compactPointer:
          reader.varint();
          reader.slice();
          break;
        case tag.deletedFile:
          reader.varint();
          tables.delete(reader.varint());
          break;
        case tag.newFile: {
          reader.varint();
          const number = reader.varint();
          tables.set(number, reader.varint());
          reader.slice();
          reader.slice();
          break;
        }
        default:
          throw new RangeError("an edit has a field this version does not know");
      }
    }
  }
  if (!needed.every((field) => found.has(field))) throw new RangeError("an edit is missing");
  return { logNumber, tables };
}
