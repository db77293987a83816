/** Reads all rows of databases, to compare those of nodes that share a chain. */
import { openStore, rawRows, table } from "@tandem/store";

/**
 * The tables of a node's own data: its settings, its position in the log, its pool, and its number
 * of writes.
 */
const ownTables: ReadonlySet<string> = new Set([
  table.devSettings.name,
  table.logPosition.name,
  table.pool.name,
  table.writeCount.name,
]);

const rowsAtOnce = 10_000;

/** Returns the keys and values of each table that nodes of one chain share, as hex. */
export async function sharedRows(
  directory: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const store = await openStore({ directory, isDurable: false, freeBytesMin: 0 });
  try {
    const found = new Map<string, string[]>();
    for (const each of table.tables.filter(({ name }) => !ownTables.has(name))) {
      const rows: string[] = [];
      let from: Uint8Array = new Uint8Array(0);
      for (;;) {
        const to = new Uint8Array(200).fill(0xff);
        const page = await store.entries(rawRows(each), { from, to, limit: rowsAtOnce });
        for (const [key, value] of page) {
          rows.push(`${Buffer.from(key).toString("hex")} ${Buffer.from(value).toString("hex")}`);
        }
        const last = page.at(-1);
        if (last === undefined || page.length < rowsAtOnce) break;
        from = Uint8Array.of(...last[0], 0);
      }
      found.set(each.name, rows);
    }
    return found;
  } finally {
    await store.close();
  }
}

type Rows = ReadonlyMap<string, readonly string[]>;

/** The maximum number of rows in the description of a difference, and the characters of each. */
const toldMax = 8;
const toldLength = 96;

/** Describes the rows that only one of two databases has; empty if they are equal. */
export function differenceOf(one: Rows, two: Rows): string {
  const lines = [...one.keys()].flatMap((name) => {
    const [ours, theirs] = [one.get(name) ?? [], two.get(name) ?? []].map((rows) => new Set(rows));
    const first = [...(ours ?? [])].filter((row) => theirs?.has(row) !== true);
    const second = [...(theirs ?? [])].filter((row) => ours?.has(row) !== true);
    if (first.length + second.length === 0) return [];
    const told = [...first, ...second].slice(0, toldMax).map((row) => row.slice(0, toldLength));
    return [`${name}: ${first.length} only in the first, ${second.length} in the second`, ...told];
  });
  return lines.join("\n");
}
