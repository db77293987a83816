/** Converts databases to layout 4, in which four tables had other names and their rows the same bytes. */
import { openStore, rawRows, table } from "@tandem/store";

const formerNames = [
  ["weights", table.totalDifficulties],
  ["siblings", table.blocksByHeight],
  ["locations", table.transactionLookup],
  ["dials", table.devSettings],
] as const;

/** Converts a data directory to layout 4. Its node must be stopped. */
export async function toFormerLayout(directory: string): Promise<void> {
  const store = await openStore({ directory, isDurable: true });
  const batch = store.batch();
  const range = { from: new Uint8Array(0), to: new Uint8Array(64).fill(0xff), limit: 100_000 };
  for (const [name, of] of formerNames) {
    const present = rawRows(of);
    for (const [key, value] of await store.entries(present, range)) {
      batch.put({ ...present, name }, key, value);
      batch.delete(present, key);
    }
  }
  batch.put(table.schema, "only", 4n);
  await batch.commit();
  await store.close();
}
