/** Declares the rows of records in LevelDB, and finds those that have ended. */
import type { Level } from "level";
import type { Operation } from "./level-writer.js";

export interface Row {
  readonly value: string;
  /** Time of the records' clock in milliseconds from which the row counts as removed. */
  readonly until?: number;
}

export const keyOf = (table: string, id: string) => `${table}\0${id}`;
/** Returns milliseconds as text that sorts by time. */
export const timeKey = (at: number) => at.toString().padStart(16, "0");

/** The row that keeps the time of the records' clock. */
export const clockKey = keyOf("clock", "");

export type Sublevel<V> = ReturnType<typeof Level.prototype.sublevel<string, V>>;

type AnySublevel = Sublevel<Row> | Sublevel<string>;

export const rowAt = (sublevel: AnySublevel, key: string, value: string): Operation => ({
  type: "put",
  key: sublevel.prefixKey(key, "utf8", false),
  value,
});

export const timeRow = (rows: Sublevel<Row>, now: () => number): Operation =>
  rowAt(rows, clockKey, JSON.stringify({ value: String(now()) }));

export const removalOf = (sublevel: AnySublevel, key: string): Operation => ({
  type: "del",
  key: sublevel.prefixKey(key, "utf8", false),
});

/** Returns the range of the keys of a table. */
export const tableRange = (table: string) => ({ gt: keyOf(table, ""), lt: `${table}\x01` });

export interface EndsRange {
  /** The time before which rows end, as a key; absent: any time. */
  readonly lt?: string;
  readonly limit: number;
}

export interface EndedRows {
  /** The number of ends that were read. */
  readonly ended: number;
  /** The keys of the rows; a row that was written again since then stays. */
  readonly keys: readonly string[];
  /** The removal of both. */
  readonly operations: readonly Operation[];
}

/** Finds the rows of the first ends of a range. */
export async function findEnded(
  rows: Sublevel<Row>,
  ends: Sublevel<string>,
  range: EndsRange,
): Promise<EndedRows> {
  const found = await ends.iterator(range).all();
  const keys = found.flatMap(([end, key]) => {
    const until = rows.getSync(key)?.until;
    return until !== undefined && end.startsWith(`${timeKey(until)}\0`) ? [key] : [];
  });
  const operations = [
    ...found.map(([end]) => removalOf(ends, end)),
    ...keys.map((key) => removalOf(rows, key)),
  ];
  return { ended: found.length, keys, operations };
}
