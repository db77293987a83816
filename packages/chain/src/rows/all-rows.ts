/** Iterates over every row of a table, a page at a time. */
import { concat } from "@tandem/primitives";
import { type Reader, rawRows, type Table } from "@tandem/store";
import { chainLimits } from "../limits.js";

/** Longer than any key. */
const highestKey = new Uint8Array(64).fill(0xff);

/** Iterates over a table's keys and values as stored, in key order. */
export async function* allRows(
  store: Reader,
  table: Pick<Table<unknown, unknown>, "kind" | "name" | "about">,
): AsyncGenerator<[key: Uint8Array, value: Uint8Array]> {
  const limit = chainLimits.checkPageRows;
  const bare = rawRows(table);
  let from: Uint8Array = new Uint8Array(0);
  for (;;) {
    const page = await store.entries(bare, { from, to: highestKey, limit });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    from = concat(last[0], Uint8Array.of(0));
  }
}
