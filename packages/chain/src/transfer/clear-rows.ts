/** Deletes the rows that nodes of one chain share. */
import { type Cancellation, throwIfCancelled } from "@tandem/runtime";
import { rawRows, type Store } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { allRows } from "../rows/all-rows.js";
import { sharedTables } from "./rows-stream.js";

/** Deletes what an interrupted restore has left in a database that counts as new. */
export async function clearInterrupted(store: Store): Promise<void> {
  // A restore writes rows of the first table first, and they are deleted last.
  const [first] = sharedTables;
  if (first === undefined) return;
  const rows = allRows(store, first);
  const { done } = await rows.next();
  await rows.return(undefined);
  if (done !== true) await clearRows(store);
}

/**
 * Deletes every row, those of the kind `meta` first and in one batch: without them the database counts
 * as new, and with a part of them as damaged.
 * @throws an AbortError once it is cancelled.
 */
export async function clearRows(store: Store, cancellation?: Cancellation): Promise<void> {
  const metaRows = store.batch();
  for (const each of sharedTables.filter(({ kind }) => kind === "meta")) {
    for await (const [key] of allRows(store, each)) metaRows.delete(rawRows(each), key);
  }
  await metaRows.commit();
  for (const each of sharedTables.filter(({ kind }) => kind !== "meta").reverse()) {
    let batch = store.batch();
    let count = 0;
    for await (const [key] of allRows(store, each)) {
      batch.delete(rawRows(each), key);
      count++;
      if (count % chainLimits.checkPageRows !== 0) continue;
      await batch.commit();
      if (cancellation !== undefined) throwIfCancelled(cancellation);
      batch = store.batch();
    }
    if (count % chainLimits.checkPageRows !== 0) await batch.commit();
  }
}
