/** Every row of a database, to compare those of nodes that share a chain. */
import { openStore, rawRows, table } from "@tandem/store";

/** What a node has for itself: its settings, its place in the log, what waited, and how often it wrote. */
const ownTables: ReadonlySet<string> = new Set([
  table.devSettings.name,
  table.logPosition.name,
  table.pool.name,
  table.writeCount.name,
]);

const rowsAtOnce = 10_000;

/** Returns the keys and values of each table that nodes of one chain have in common, as hex. */
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

/** The rows of a difference that are told, and the characters of each. */
const toldMax = 8;
const toldLength = 96;

/** Returns what one of two databases has and the other lacks, in words; nothing if they are the same. */
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
