/** Renames tables on disk: rows are moved, and read under both names until then. */
import { concat } from "@tandem/primitives";
import { storeLimits } from "../limits.js";
import type { Reader } from "../reader.js";
import type { Store } from "../store.js";
import { rawRows, type Table, type TableView } from "../tables/table.js";
import {
  blocksByHeight,
  devSettings,
  schema,
  schemaNumber,
  totalDifficulties,
  transactionLookup,
} from "../tables/tables.js";

type AnyTable = Pick<Table<unknown, unknown>, "kind" | "name" | "about">;

/** The tables by the names they had up to layout 5. */
export const renamedTables: ReadonlyMap<string, AnyTable> = new Map<string, AnyTable>([
  ["weights", totalDifficulties],
  ["siblings", blocksByHeight],
  ["locations", transactionLookup],
  ["dials", devSettings],
]);

const formerNames = new Map([...renamedTables].map(([former, { name }]) => [name, former]));

/** A key behind every key of a table. */
const highestKey = new Uint8Array(64).fill(0xff);

/** Receives the number of rows that have been moved, and the total. */
export type TellMoved = (moved: number, total: number) => void;

export interface MoveOptions {
  /** If it is set, the rows are counted first. */
  readonly tell?: TellMoved | undefined;
  /** Ends the move after a batch when it is aborted, with its reason. */
  readonly leaving?: AbortSignal | undefined;
}

/**
 * Moves the rows of every renamed table to its name, a bounded batch at a time. Each batch deletes
 * what it copies, so an interrupted move continues with the remaining rows.
 * @throws {Fault} `no-space`
 */
export async function moveRenamedTables(
  store: Store,
  { tell, leaving }: MoveOptions = {},
): Promise<void> {
  let [moved, total] = [0, 0];
  if (tell !== undefined) {
    for (const [former, table] of renamedTables) {
      total += await countRows(store, former, table, leaving);
    }
  }
  for (const [former, table] of renamedTables) {
    await moveRows(store, former, table, (rows) => {
      moved += rows;
      tell?.(moved, total);
      leaving?.throwIfAborted();
    });
  }
}

async function countRows(
  store: Store,
  former: string,
  table: AnyTable,
  leaving: AbortSignal | undefined,
): Promise<number> {
  const limit = storeLimits.upgradeBatchRows;
  const from = { ...rawRows(table), name: former };
  let first: Uint8Array = new Uint8Array(0);
  for (let rows = 0; ; ) {
    const keys = await store.keys(from, { from: first, to: highestKey, limit });
    const last = keys.at(-1);
    if (last === undefined) return rows;
    rows += keys.length;
    leaving?.throwIfAborted();
    first = concat(last, Uint8Array.of(0));
  }
}

async function moveRows(
  store: Store,
  former: string,
  table: AnyTable,
  tell: (rows: number) => void,
): Promise<void> {
  const limit = storeLimits.upgradeBatchRows;
  const to = rawRows(table);
  const from = { ...to, name: former };
  let first: Uint8Array = new Uint8Array(0);
  for (;;) {
    const rows = await store.entries(from, { from: first, to: highestKey, limit });
    const last = rows.at(-1);
    if (last === undefined) return;
    const batch = store.batch();
    for (const [key, value] of rows) {
      batch.put(to, key, value);
      batch.delete(from, key);
    }
    await batch.commit();
    tell(rows.length);
    first = concat(last[0], Uint8Array.of(0));
  }
}

/**
 * Returns a reader of a database that may have an earlier layout: rows of a renamed table are also
 * found under its old name. For the present layout it returns `store`.
 */
export function readFormerNames(store: Reader): Reader {
  if (layoutOf(store) === schemaNumber) return store;
  const former = <K, V>(table: TableView<K, V>): TableView<K, V> | undefined => {
    const name = formerNames.get(table.name);
    return name === undefined ? undefined : { ...table, name };
  };
  // Rows are moved in the order of their keys, so the moved ones come first.
  const listed = async <K, V, Found>(
    table: TableView<K, V>,
    limit: number,
    list: (table: TableView<K, V>) => Promise<Found[]>,
  ): Promise<Found[]> => {
    const old = former(table);
    const moved = await list(table);
    return old === undefined ? moved : [...moved, ...(await list(old))].slice(0, limit);
  };
  return {
    damaged: store.damaged,
    get(table, key, height) {
      const found = store.get(table, key, height);
      const old = found === undefined ? former(table) : undefined;
      return old === undefined ? found : store.get(old, key, height);
    },
    getSteps(table, key, height) {
      const old = store.has(table, key) ? undefined : former(table);
      return store.getSteps(old ?? table, key, height);
    },
    has(table, key) {
      const old = former(table);
      return store.has(table, key) || (old !== undefined && store.has(old, key));
    },
    keys: (table, range) => listed(table, range.limit, (one) => store.keys(one, range)),
    entries: (table, range) => listed(table, range.limit, (one) => store.entries(one, range)),
    async entriesOfEach(table, ranges, limit) {
      const lists = await store.entriesOfEach(table, ranges, limit);
      const old = former(table);
      if (old === undefined) return lists;
      const more = await store.entriesOfEach(old, ranges, limit);
      return lists.map((rows, i) => [...rows, ...(more[i] ?? [])].slice(0, limit));
    },
  };
}

/** Returns the number of the layout; undefined if it is not recorded or its row is damaged. */
function layoutOf(store: Reader): bigint | undefined {
  try {
    return store.get(schema, "only");
  } catch {
    return undefined;
  }
}
