/** The facts of states as rows of the database. */
import { readNodeRow, rowOf, type StateSource, type StateWrites } from "@tandem/state";
import { type Batch, type Store, table } from "@tandem/store";

const rowsOf = (store: Store) => (hash: Uint8Array) => store.get(table.nodes, hash);

/** What executions read. */
export function stateSource(store: Store): StateSource {
  const row = rowsOf(store);
  return {
    node: (hash) => readNodeRow(hash, row),
    code: (hash) => store.get(table.code, hash),
  };
}

/** Adds facts of a state to a batch of the store, in steps. */
export function* writeState(
  store: Store,
  batch: Batch,
  { nodes, code, preimages }: StateWrites,
): Generator<void, void> {
  const row = rowsOf(store);
  for (const node of nodes) {
    batch.put(table.nodes, node[0], rowOf(node, row));
    yield;
  }
  for (const [key, bytes] of code) batch.put(table.code, key, bytes);
  for (const [key, bytes] of preimages) {
    batch.put(table.preimages, key, bytes);
    yield;
  }
}
